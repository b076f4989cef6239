import {
  checkTarget,
  createResolver,
  defaultTargetRules,
  type Resolve,
  type SafeTarget,
  type TargetCheck,
  type TargetRules,
} from "@shipment-tracking/webhooks";
import { attemptTarget, resultOf } from "./attempt.ts";
import { Connections } from "./connections.ts";
import { Deadline } from "./deadline.ts";
import { failed } from "./failure.ts";
import type { SendResult } from "./send-result.ts";

export interface SenderOptions {
  /** What is allowed besides public https targets; nothing unless given. */
  readonly rules?: Partial<TargetRules>;
  /** Asked for every name at every attempt; by default the system's name servers. */
  readonly resolve?: Resolve;
  /** Certificate authorities to trust in place of the built-in ones. */
  readonly ca?: readonly string[];
  /** TCP and TLS together, over all addresses that are tried; and as much again for the name servers before. */
  readonly connectTimeoutMs?: number;
  /** From `send` to its result, in whatever stage; an answer whose head came in time may be read a little longer. */
  readonly totalDeadlineMs?: number;
  /** What reading the rest of an answer may take after its head. */
  readonly drainMs?: number;
  readonly connectionsPerEndpoint?: number;
  readonly maxIdleConnections?: number;
  readonly keepAliveMs?: number;
}

export interface SendRequest {
  /** Keeps connections apart; any text that identifies the endpoint. */
  readonly endpointId: string;
  readonly url: string;
  /** All headers but host, content-length and connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Sender {
  /** One attempt. Never rejects: whatever happens is a result. */
  send(request: SendRequest): Promise<SendResult>;
  counts(): ReturnType<Connections["counts"]>;
  /** Closes all connections. Wait for running attempts before: they would end as failures of their receivers. */
  close(): Promise<void>;
}

/** Sends webhooks to targets that nobody vouches for (05-webhooks, "Sending" and "Unsafe targets"). */
export function createSender(options: SenderOptions = {}): Sender {
  const settings = withDefaults(options);
  const connections = new Connections({
    limits: {
      headBytes: maxHeadBytes,
      wireBytes: maxBodyBytes + 4 * maxHeadBytes,
      keepAliveMs: settings.keepAliveMs,
    },
    perEndpoint: settings.connectionsPerEndpoint,
    maxIdle: settings.maxIdleConnections,
  });
  return {
    send: (request) => send(request, settings, connections),
    counts: () => connections.counts(),
    close: () => connections.close(),
  };
}

const maxHeadBytes = 16 * 1024;
const maxBodyBytes = 64 * 1024;
const excerptBytes = 8 * 1024;
const interimAnswers = 16;

type Settings = ReturnType<typeof withDefaults>;

function withDefaults(options: SenderOptions) {
  const connectTimeoutMs = options.connectTimeoutMs ?? 3000;
  const totalDeadlineMs = options.totalDeadlineMs ?? 15_000;
  const dnsTimeoutMs = Math.min(connectTimeoutMs, totalDeadlineMs);
  const resolve = options.resolve ?? createResolver({ timeoutMs: dnsTimeoutMs });
  return {
    rules: { ...defaultTargetRules, ...options.rules },
    resolve: withTimeout(resolve, dnsTimeoutMs),
    ca: options.ca,
    connectTimeoutMs,
    totalDeadlineMs,
    keepAliveMs: options.keepAliveMs ?? 4000,
    connectionsPerEndpoint: options.connectionsPerEndpoint ?? 4,
    maxIdleConnections: options.maxIdleConnections ?? 512,
    exchange: {
      bodyBytes: maxBodyBytes,
      excerptBytes,
      drainMs: options.drainMs ?? 1000,
      interimAnswers,
    },
  };
}

function withTimeout(resolve: Resolve, timeoutMs: number): Resolve {
  return (hostname) =>
    new Promise((settle, reject) => {
      const timer = setTimeout(() => reject(new Error("The name servers are silent")), timeoutMs);
      resolve(hostname)
        .then(settle, reject)
        .finally(() => clearTimeout(timer));
    });
}

async function send(
  request: SendRequest,
  settings: Settings,
  connections: Connections,
): Promise<SendResult> {
  const deadline = new Deadline(settings.totalDeadlineMs);
  const requestBytes = request.body.length;
  try {
    const target = await checkTarget(request.url, settings);
    const dnsMs = deadline.elapsedMs();
    if (target.outcome !== "safe") {
      return notSent(target, { dnsMs, requestBytes, totalMs: deadline.elapsedMs() });
    }
    const { endpointId, headers, body } = request;
    const attempt = { endpointId, headers, body, target, settings, connections, deadline };
    const attempted = await attemptTarget(attempt);
    return resultOf(attempted, { dnsMs, requestBytes, totalMs: deadline.elapsedMs() });
  } finally {
    deadline.clear();
  }
}

function notSent(
  refused: Exclude<TargetCheck, SafeTarget>,
  facts: { readonly dnsMs: number; readonly requestBytes: number; readonly totalMs: number },
): SendResult {
  const failureClass = refused.outcome === "unsafe" ? "unsafe_target" : "dns";
  const { dnsMs, requestBytes, totalMs } = facts;
  return {
    ...failed(failureClass, refused.sentence),
    status: null,
    phases: { dnsMs, connectMs: null, tlsMs: null, firstByteMs: null, totalMs },
    excerpt: null,
    retried: 0,
    requestBytes,
    responseBytes: 0,
  };
}
