import { isIP } from "node:net";
import type { SafeTarget } from "@shipment-tracking/webhooks";
import { outcomeOf } from "./answer.ts";
import type { Connections } from "./connections.ts";
import type { Deadline } from "./deadline.ts";
import { DialError, type DialTarget } from "./dial.ts";
import { exchange, type Exchanged, type ExchangeLimits } from "./exchange.ts";
import { failed, failureOf, isDisconnect } from "./failure.ts";
import type { SendOutcome, SendResult } from "./send-result.ts";

interface AttemptSettings {
  readonly ca: readonly string[] | undefined;
  readonly connectTimeoutMs: number;
  readonly exchange: ExchangeLimits;
}

export interface Attempt {
  readonly endpointId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly target: SafeTarget;
  readonly settings: AttemptSettings;
  readonly connections: Connections;
  readonly deadline: Deadline;
}

/**
 * One attempt at a target that was checked. Addresses that cannot be reached are tried in turn within the connect time; a reused
 * connection that the receiver closed meanwhile is replaced once. Nothing else is repeated: the request may have arrived.
 */
export async function attemptTarget(attempt: Attempt): Promise<Attempted> {
  const { deadline, target, settings } = attempt;
  // more addresses would only leave each of them too little time
  const addresses = target.addresses.slice(0, 3);
  let connectBudgetMs = settings.connectTimeoutMs;
  let retried = 0;
  let tried = 0;
  for (;;) {
    const dialTimeoutMs = connectBudgetMs / (addresses.length - tried);
    const address = addresses[tried] ?? "";
    const startedAt = deadline.elapsedMs();
    const done = await tryAddress(attempt, { address, dialTimeoutMs, fresh: retried + tried > 0 });
    if (retried === 0 && isStaleConnection(done) && !deadline.expired) {
      retried = 1;
      attempt.connections.dropIdle(attempt.endpointId);
    } else if (isUnreachable(done) && tried + 1 < addresses.length && !deadline.expired) {
      connectBudgetMs -= deadline.elapsedMs() - startedAt;
      tried += 1;
    } else {
      const { exchanged, connectMs, tlsMs } = done;
      return { exchanged, connectMs, tlsMs, retried };
    }
  }
}

interface Try {
  /** Null: no connection of the endpoint became free in time. */
  readonly exchanged: Exchanged | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
}

export interface Attempted extends Try {
  readonly retried: number;
}

async function tryAddress(
  attempt: Attempt,
  choice: { readonly address: string; readonly dialTimeoutMs: number; readonly fresh: boolean },
): Promise<Try> {
  const { endpointId, target, connections, deadline } = attempt;
  const { origin, pathname, search } = target.url;
  const tls = tlsOf(target.url, attempt.settings.ca);
  const route = { origin, address: choice.address, port: target.port, tls };
  const wanted = { endpointId, route, addresses: target.addresses, fresh: choice.fresh };
  const connection =
    connections.takeNow(wanted, deadline) ?? (await connections.take(wanted, deadline));
  if (connection === null) return { exchanged: null, connectMs: null, tlsMs: null };
  connection.prepare(choice.dialTimeoutMs);
  const exchanged = await exchange(
    connection,
    { path: pathname + search, headers: attempt.headers, body: attempt.body },
    { limits: attempt.settings.exchange, deadline },
  );
  connections.release(endpointId, connection, exchanged.kind === "answer" && exchanged.complete);
  const { dialed } = connection;
  return { exchanged, connectMs: dialed?.connectMs ?? null, tlsMs: dialed?.tlsMs ?? null };
}

function tlsOf(url: URL, ca: readonly string[] | undefined): DialTarget["tls"] {
  if (url.protocol !== "https:") return null;
  const literal = url.hostname.startsWith("[") || isIP(url.hostname) !== 0;
  return { serverName: literal ? null : url.hostname, ca };
}

// no byte of an answer came: the receiver closed the connection while it was idle, most likely before it saw the request
function isStaleConnection({ exchanged }: Try): boolean {
  if (exchanged?.kind !== "error" || !exchanged.reused) return false;
  return exchanged.firstByteAt === null && isDisconnect(exchanged.error);
}

function isUnreachable({ exchanged }: Try): boolean {
  if (exchanged?.kind !== "error") return false;
  return exchanged.error instanceof DialError && exchanged.error.phase === "connect";
}

/** The result of an attempt, as it is recorded. */
export function resultOf(
  attempted: Attempted,
  facts: { readonly dnsMs: number; readonly requestBytes: number; readonly totalMs: number },
): SendResult {
  const { exchanged, connectMs, tlsMs, retried } = attempted;
  const { dnsMs, requestBytes, totalMs } = facts;
  const answer = exchanged?.kind === "answer" ? exchanged : null;
  const firstByteMs =
    exchanged === null || exchanged.firstByteAt === null || exchanged.writtenAt === null
      ? null
      : exchanged.firstByteAt - exchanged.writtenAt;
  const sent = {
    status: answer?.status ?? null,
    phases: { dnsMs, connectMs, tlsMs, firstByteMs, totalMs },
    excerpt: answer?.excerpt ?? null,
    retried,
    requestBytes,
    responseBytes: answer?.responseBytes ?? 0,
  };
  const outcome = outcomeOfExchange(exchanged);
  // the usual one by itself: objects that are always made alike are made several times as fast
  if (outcome.outcome === "delivered") return { ...sent, outcome: "delivered" };
  return { ...sent, ...outcome };
}

function outcomeOfExchange(exchanged: Exchanged | null): SendOutcome {
  if (exchanged === null) {
    return failed("timeout", "All connections to this endpoint were busy until the deadline.");
  }
  switch (exchanged.kind) {
    case "answer":
      return outcomeOf(exchanged, Date.now());
    case "error":
      return failureOf(exchanged.error, exchanged.firstByteAt !== null);
    case "interim_flood":
      return failed("protocol", "The receiver sent interim answers (1xx) without end.");
    case "deadline":
      return failed(
        "timeout",
        exchanged.writtenAt === null
          ? "The connection was not established before the deadline."
          : "No complete head of an answer came before the deadline.",
      );
  }
}
