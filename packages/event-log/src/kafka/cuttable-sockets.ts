import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";

interface SocketTarget {
  readonly host: string;
  readonly port: number;
  /** Null where the connection is not encrypted, whatever kafkajs's types say. */
  readonly ssl?: ConnectionOptions | null;
  onConnect(): void;
}

/** The sockets of one client: kafkajs waits for answers that never come, and leaves half-closed ones behind, unless they are cut. */
export class CuttableSockets {
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  get isCut(): boolean {
    return this.#isCut;
  }

  open({ host, port, ssl, onConnect }: SocketTarget): Socket {
    if (this.#isCut) throw new Error("The client is closed");
    const to = { host, port, noDelay: true };
    const socket =
      ssl === undefined || ssl === null
        ? connect(to, onConnect)
        : connectTls(
            { ...(isIP(host) === 0 ? { servername: host } : {}), ...to, ...ssl },
            onConnect,
          );
    socket.setKeepAlive(true, 60_000);
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  }

  /** Whoever waits for an answer gets an error now; no socket is opened any more. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy(new Error("The client is closed"));
  }
}
