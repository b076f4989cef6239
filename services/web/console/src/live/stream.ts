import { type Message, messageTypes, readMessage } from "./messages.ts";

export type StreamState = "connecting" | "live" | "cut";

/** What is used of the browser's EventSource. */
export interface Source {
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface StreamDeps {
  open(url: string): Source;
  onMessage(message: Message): void;
  onState(state: StreamState): void;
  /** The connection failed: it may be that nobody is signed in any more. */
  onFailure(): void;
  /** In place of the browser's clock in tests. */
  readonly random?: () => number;
}

export interface Stream {
  start(): void;
  /** Until `start`: nothing is received, and the place is kept. */
  stop(): void;
}

/** A heartbeat comes every 15 s: after more than two of them the connection is dead, whatever the browser thinks. */
const silentForMs = 40_000;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * The company's changes as they happen. One connection, which comes back by itself where it broke off: after 1 s, then less and less often, and never
 * all consoles at the same time.
 */
export function createStream({ open, random = Math.random, ...deps }: StreamDeps): Stream {
  let source: Source | null = null;
  let lastId: string | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
  const fail = (): void => {
    close();
    deps.onState("cut");
    deps.onFailure();
    failures += 1;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
    retry = setTimeout(connect, wait * (0.75 + random() / 2));
  };
  const hear = (): void => {
    clearTimeout(silence);
    silence = setTimeout(fail, silentForMs);
  };
  const receive = (message: Message, id: string): void => {
    hear();
    if (id !== "") lastId = id;
    if (message.type === "ready" || message.type === "reset") {
      failures = 0;
      deps.onState("live");
    }
    deps.onMessage(message);
  };
  function connect(): void {
    close();
    // what is opened anew names its place in the address; the header is for a browser that comes back by itself
    const place = lastId === null ? "" : `?lastEventId=${encodeURIComponent(lastId)}`;
    const opened = open(`/api/stream${place}`);
    source = opened;
    hear();
    opened.addEventListener("error", () => {
      if (source === opened) fail();
    });
    for (const type of messageTypes) {
      opened.addEventListener(type, (event) => {
        const message = source === opened ? readMessage(type, event.data) : null;
        if (message !== null) receive(message, event.lastEventId);
      });
    }
  }
  return {
    start() {
      if (source !== null) return;
      deps.onState("connecting");
      connect();
    },
    stop: close,
  };
}
