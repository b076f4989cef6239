import { createServer } from "node:net";

/** The port itself when it is free on 127.0.0.1, a free one for 0, null when it is taken. */
export function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen({ port: wanted, host: "127.0.0.1" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : null;
      probe.close(() => resolve(port));
    });
  });
}
