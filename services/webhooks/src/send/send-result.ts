/** What went wrong, in the words that the dispatcher decides by and the console shows. */
export type FailureClass =
  /** The name does not exist or its servers are silent. */
  | "dns"
  /** No TCP connection: refused, unreachable, or not within the connect time. */
  | "connect"
  /** No TLS session: certificate not valid, not trusted or for another host, or the handshake failed. */
  | "tls"
  /** The total deadline passed before the head of an answer. */
  | "timeout"
  /** The connection was closed before the head of an answer. */
  | "reset"
  /** What came back is not HTTP/1.1, or it is a flood of interim answers. */
  | "protocol"
  /** 3xx: never followed. */
  | "redirect"
  /** Any other status that is not 2xx. */
  | "status"
  /** The target may not be sent to; nothing was sent. The endpoint must be disabled. */
  | "unsafe_target"
  /** The head of the answer is larger than a head may be. */
  | "too_large"
  /** The request cannot be sent as it is (a header that HTTP forbids); nothing was sent. */
  | "request";

/** Milliseconds with fractions; null when the phase did not happen, as connect and tls on a reused connection. */
interface SendPhases {
  /** Check of the target, name servers included. */
  readonly dnsMs: number;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the request's last byte handed to the socket to the first byte of the answer. */
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

interface SendFacts {
  /** Status of the answer; null when no head came. */
  readonly status: number | null;
  readonly phases: SendPhases;
  /** The first bytes (at most 8 KB) of the answer's body as they came, not decoded; null when there was no answer. */
  readonly excerpt: Buffer | null;
  /** Quick retries inside this attempt, after a reused connection turned out to be closed: 0 or 1. */
  readonly retried: number;
  /** Bytes of the body that were to be sent. */
  readonly requestBytes: number;
  /** Bytes of the answer's body that were read. */
  readonly responseBytes: number;
}

export type SendOutcome =
  | { readonly outcome: "delivered" }
  /** 410: the receiver wants no more; the endpoint is to be disabled. */
  | { readonly outcome: "gone" }
  /** 429 or 503: the whole endpoint waits; null when the answer did not say for how long. */
  | { readonly outcome: "throttled"; readonly retryAfterMs: number | null }
  | {
      readonly outcome: "failed";
      readonly class: FailureClass;
      /** One sentence for the tenant; never an address, a header or a part of the URL. */
      readonly hint: string;
    };

export type SendResult = SendOutcome & SendFacts;
