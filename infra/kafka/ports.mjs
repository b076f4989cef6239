import { createServer } from "node:net";

/** As many free ports as asked for: the wanted ones where they are free on 127.0.0.1, else others. */
export async function choosePorts(count, wanted = []) {
  const held = [];
  for (let index = 0; index < count; index += 1)
    held.push((await hold(wanted[index] ?? 0)) ?? (await hold(0)));
  const ports = held.map((server) => server.address().port);
  // all are held until the last is chosen, so that none is chosen twice
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function hold(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: "127.0.0.1" }, () => resolve(server));
  });
}
