import type { Dispatcher } from "undici";
import type { Connection } from "./connection.ts";
import type { Deadline } from "./deadline.ts";

export interface WireRequest {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ExchangeLimits {
  /** Bytes of the answer's body that are read at most. */
  readonly bodyBytes: number;
  /** Bytes of it that are kept. */
  readonly excerptBytes: number;
  /** Time that the rest of an answer may take after its head, which has decided already. */
  readonly drainMs: number;
  /** Interim answers (1xx) that are waited through. */
  readonly interimAnswers: number;
}

/** One request on one connection, until its answer ended, was cut off, or did not come. */
export type Exchanged = {
  /** When the request was handed to the socket and when the answer's first byte came; `performance.now()`. */
  readonly writtenAt: number | null;
  readonly firstByteAt: number | null;
} & (
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly retryAfter: string | readonly string[] | undefined;
      readonly excerpt: Buffer;
      readonly responseBytes: number;
      /** The answer ended where it should: the connection can carry another request. */
      readonly complete: boolean;
    }
  | { readonly kind: "deadline" }
  | { readonly kind: "interim_flood" }
  | { readonly kind: "error"; readonly error: unknown; readonly reused: boolean }
);

/** Sends the request and reads the answer within the limits. Never rejects. The connection is the caller's to release. */
export function exchange(
  connection: Connection,
  request: WireRequest,
  options: { readonly limits: ExchangeLimits; readonly deadline: Deadline },
): Promise<Exchanged> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(connection, options.limits, (exchanged) => {
      options.deadline.watch(null);
      resolve(exchanged);
    });
    options.deadline.watch(() => handler.cut("deadline"));
    const { path, headers, body } = request;
    connection.client.dispatch({ path, method: "POST", headers, body }, handler);
  });
}

const nothing = Buffer.alloc(0);

interface Head {
  readonly status: number;
  readonly retryAfter: string | readonly string[] | undefined;
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #limits: ExchangeLimits;
  #done: ((exchanged: Exchanged) => void) | null;
  #writtenAt: number | null = null;
  #reused = false;
  #interim = 0;
  #head: Head | null = null;
  #drain: NodeJS.Timeout | undefined;
  #excerpt: Buffer[] = [];
  #excerptBytes = 0;
  #responseBytes = 0;

  constructor(
    connection: Connection,
    limits: ExchangeLimits,
    done: (exchanged: Exchanged) => void,
  ) {
    this.#connection = connection;
    this.#limits = limits;
    this.#done = done;
  }

  /** Stops waiting: a head that came decides, without one the reason does. */
  cut(reason: "deadline" | "interim_flood"): void {
    if (this.#head === null) this.#finish({ kind: reason, ...this.#times() });
    else this.#finishAnswer(this.#head, false);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#done === null) {
      // given up while it waited for the connection: nothing may be sent any more
      controller.abort(new Error("given up"));
      return;
    }
    this.#reused = this.#connection.beginRequest();
    this.#writtenAt = performance.now();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > this.#limits.interimAnswers) this.cut("interim_flood");
      return;
    }
    this.#head = { status, retryAfter: headers["retry-after"] };
    this.#drain = setTimeout(() => this.cut("deadline"), this.#limits.drainMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#done === null) return;
    const wanted = Math.min(chunk.length, this.#limits.excerptBytes - this.#excerptBytes);
    // a copy: the chunk is a view of what the socket read
    if (wanted > 0) this.#excerpt.push(Buffer.from(chunk.subarray(0, wanted)));
    this.#excerptBytes += Math.max(wanted, 0);
    const rest = this.#limits.bodyBytes - this.#responseBytes;
    this.#responseBytes += Math.min(chunk.length, rest);
    // the head has decided: what is left of the answer is not read
    if (chunk.length > rest) this.cut("deadline");
  }

  onResponseEnd(): void {
    if (this.#head !== null) this.#finishAnswer(this.#head, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#head !== null) this.#finishAnswer(this.#head, false);
    else this.#finish({ kind: "error", error, reused: this.#reused, ...this.#times() });
  }

  #finishAnswer(head: Head, complete: boolean): void {
    // each field by itself: it is what nearly every attempt makes
    this.#finish({
      kind: "answer",
      writtenAt: this.#writtenAt,
      firstByteAt: this.#connection.firstByteAt,
      status: head.status,
      retryAfter: head.retryAfter,
      excerpt: this.#excerptBytes === 0 ? nothing : Buffer.concat(this.#excerpt),
      responseBytes: this.#responseBytes,
      complete,
    });
  }

  #times() {
    return { writtenAt: this.#writtenAt, firstByteAt: this.#connection.firstByteAt };
  }

  #finish(exchanged: Exchanged): void {
    const done = this.#done;
    if (done === null) return;
    this.#done = null;
    this.#excerpt = [];
    clearTimeout(this.#drain);
    done(exchanged);
  }
}
