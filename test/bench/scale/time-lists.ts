import { Pool } from "undici";
import type { BenchFigure } from "../figure.ts";
import { quantile } from "../webhooks/figures.ts";

export interface ListTimes {
  readonly id: string;
  /** Shipments of the tenant. */
  readonly size: number;
  readonly apiKey: string;
  /** Ports of an API that keeps pages and of one that does not. */
  readonly kept: number;
  readonly uncached: number;
}

const requests = 600;
/** Until compiled code and connections are there. */
const warmUp = 200;

/** Milliseconds of one request at a time: p50 as the median and p99 as the maximum of each figure. */
export async function timeLists(options: ListTimes): Promise<readonly BenchFigure[]> {
  const { id, size, apiKey, kept, uncached } = options;
  const half = Math.floor(size / 2);
  const cases = [
    { what: "list, kept", port: kept, query: "" },
    { what: "list, read", port: uncached, query: "" },
    { what: "list of a status, read", port: uncached, query: "?status=delivered" },
    {
      what: `list at offset ${String(half)}, read`,
      port: uncached,
      query: `?offset=${String(half)}`,
    },
  ];
  const figures: BenchFigure[] = [];
  for (const { what, port, query } of cases) {
    const { times, bytes } = await timeRequests(port, { query, apiKey });
    figures.push({
      id,
      what,
      unit: "ms",
      min: quantile(times, 0),
      median: quantile(times, 0.5),
      max: quantile(times, 0.99),
      floor: null,
      aim: null,
      note: `max is p99; ${String(bytes)} bytes`,
    });
  }
  return figures;
}

async function timeRequests(
  port: number,
  { query, apiKey }: { readonly query: string; readonly apiKey: string },
) {
  const api = new Pool(`http://127.0.0.1:${String(port)}`, { connections: 1 });
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < warmUp + requests; n += 1) {
    const startedAt = performance.now();
    const { statusCode, body } = await api.request({
      method: "GET",
      path: `/api/v1/shipments${query}`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const page = await body.arrayBuffer();
    if (n >= warmUp) times.push(performance.now() - startedAt);
    bytes = page.byteLength;
    if (statusCode !== 200 || bytes < 1_000)
      throw new Error(`"${query}" answered ${String(statusCode)}, ${String(bytes)} bytes`);
  }
  await api.close();
  return { times, bytes };
}
