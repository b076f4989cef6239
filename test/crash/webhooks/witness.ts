import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { SeededRandom } from "../seeded-random.ts";

/** One request as it came, complete. */
export interface Arrival {
  /** By the clock of `performance.now()`. */
  readonly at: number;
  readonly endpoint: string;
  readonly webhookId: string;
  readonly attempt: number;
  readonly shipmentId: string;
  readonly sequence: number;
  readonly body: Buffer;
  readonly status: number;
  /** Says `standardwebhooks` at the arrival, with the endpoint's secret; null: it is good. */
  readonly signatureFault: string | null;
}

/** A subscriber that writes down everything. Sometimes it is slow, and sometimes it answers 500. */
export interface Witness {
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  url(endpoint: string): string;
  /** Requests to this endpoint are verified with this secret from now on. */
  trust(endpoint: string, secret: string): void;
  close(): Promise<void>;
}

export async function startWitness(random: SeededRandom): Promise<Witness> {
  const arrivals: Arrival[] = [];
  const secrets = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    // a killed worker's request ends in the middle: that is not an arrival
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const arrival = arrivalOf(request, Buffer.concat(chunks), { secrets, random });
      arrivals.push(arrival);
      setTimeout(() => response.writeHead(arrival.status).end(), random.between(0, 15));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // as: an address of a TCP server
  const { port } = server.address() as AddressInfo;
  return {
    port,
    arrivals,
    url: (endpoint) => `http://127.0.0.1:${String(port)}/${endpoint}`,
    trust: (endpoint, secret) => secrets.set(endpoint, secret),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// a delivery that fails at its sixth attempt gives up its place in the lane (05-webhooks): kills alone never do that
const failsUpTo = 4;

function arrivalOf(
  request: IncomingMessage,
  body: Buffer,
  by: { readonly secrets: ReadonlyMap<string, string>; readonly random: SeededRandom },
): Arrival {
  const endpoint = (request.url ?? "/").slice(1);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  // as: what is not of this form is found by the judge
  const { data } = JSON.parse(body.toString()) as {
    readonly data: { readonly shipmentId: string; readonly sequence: number };
  };
  const attempt = Number(headers["webhook-attempt"]);
  return {
    at: performance.now(),
    endpoint,
    webhookId: headers["webhook-id"] ?? "",
    attempt,
    shipmentId: data.shipmentId,
    sequence: data.sequence,
    body,
    status: attempt <= failsUpTo && by.random.next() < 0.03 ? 500 : 204,
    signatureFault: signatureFault(by.secrets.get(endpoint) ?? "", body, headers),
  };
}

function signatureFault(
  secret: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): string | null {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return null;
  } catch (error) {
    return String(error);
  }
}
