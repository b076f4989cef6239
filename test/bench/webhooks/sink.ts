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
  /** Of its thread, below /proc. */
  readonly threadId: number;
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
  const { port, threadId } = await new Promise<Started>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    url: `${url}/hook`,
    blackHoleUrl: `${url}/hole`,
    threadId,
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

interface Started {
  readonly port: number;
  readonly threadId: number;
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
  server.listen(0, "127.0.0.1", () => {
    const threadId = Number(require("node:fs").readlinkSync("/proc/thread-self").split("/").at(-1));
    parentPort.postMessage({ port: server.address().port, threadId });
  });
`;
