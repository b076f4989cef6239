export interface SharedReadingOptions {
  /** One reading serves everybody who asks within this many ms of its start; default 1,000. */
  readonly minIntervalMs?: number;
  /** Nobody waits longer than this many ms; default 1,000. */
  readonly timeoutMs?: number;
}

/** Something that is costly to look up, or may hang, and is asked for by anybody at any rate. */
export interface SharedReading<Value> {
  /** What was read at most `minIntervalMs` ago; null when it could not be read in time. Never rejects, never a value that is older. */
  current(): Promise<Value | null>;
}

/** At most one `read` runs at a time, however often it is asked for: a database that hangs is not asked again and again. */
export function createSharedReading<Value>(
  read: () => Promise<Value>,
  { minIntervalMs = 1_000, timeoutMs = 1_000 }: SharedReadingOptions = {},
): SharedReading<Value> {
  let startedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Value | null> = Promise.resolve(null);
  let pending = false;
  return {
    current() {
      if (!pending && performance.now() - startedAt >= minIntervalMs) {
        startedAt = performance.now();
        pending = true;
        reading = attempt(read).finally(() => {
          pending = false;
        });
      }
      return within(timeoutMs, reading);
    },
  };
}

async function attempt<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch {
    // whoever asked is told by the missing value; the owner of the connection logs why
    return null;
  }
}

async function within<Value>(ms: number, reading: Promise<Value | null>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, ms);
  });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
