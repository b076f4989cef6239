import { connect, createServer, type Server, type Socket } from "node:net";

/** A way to the server that can fall silent: its connections stay open and nothing passes any more. New ones work. */
export class SilentProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(url: string, server: Server, sockets: Set<Socket>) {
    this.url = url;
    this.#server = server;
    this.#sockets = sockets;
  }

  /** Listens on a free port and leads to the server of `url`. */
  static async start(url: string): Promise<SilentProxy> {
    const { hostname, port } = new URL(url);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The proxy has no port");
    const own = new URL(url);
    own.hostname = "127.0.0.1";
    own.port = String(address.port);
    return new SilentProxy(own.href, server, sockets);
  }

  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
