import { Worker } from "node:worker_threads";
import { request } from "undici";

export interface Arrival {
  /** The header webhook-id. */
  readonly id: string;
  /** By the clock of `clockMs`. */
  readonly at: number;
}

/** A receiver in a thread of its own. */
export interface Sink {
  /** Answers 204 at once. */
  readonly url: string;
  /** Takes requests and never answers them. */
  readonly blackHoleUrl: string;
  /** What was answered since the last call. */
  take(): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

/** One clock for all threads of the process, in milliseconds. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export async function startSink(): Promise<Sink> {
  const worker = new Worker(receiver, { eval: true });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    url: `${url}/hook`,
    blackHoleUrl: `${url}/hole`,
    take: async () => {
      const answer = await request(`${url}/taken`);
      // as: written below
      return (await answer.body.json()) as readonly Arrival[];
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

const receiver = `
  const { parentPort } = require("node:worker_threads");
  let arrived = [];
  const server = require("node:http").createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.url === "/hole") return;
      if (request.url === "/taken") {
        response.end(JSON.stringify(arrived));
        arrived = [];
        return;
      }
      const id = request.headers["webhook-id"];
      if (id !== undefined) arrived.push({ id, at: Number(process.hrtime.bigint()) / 1e6 });
      response.writeHead(204).end();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;
