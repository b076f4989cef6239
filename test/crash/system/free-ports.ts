import { createServer } from "node:net";

/**
 * Ports on 127.0.0.1 that a process can take, lose by a kill and take again: below the range from which the system hands out ports by itself, so that
 * nobody else gets one meanwhile.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
