import { type DestinationStream, pino } from "pino";

/** Where lines are written to; of pino's own destination what is used here. */
interface Buffered extends DestinationStream {
  /** Writes what is buffered, beside the event loop. */
  flush(): void;
  /** The same, before it returns. */
  flushSync(): void;
}

/**
 * Standard output for a process that answers many requests: a line after a pause is written at once, those that follow it go out together every 50 ms, or
 * as soon as there are 8 KB of them, beside the event loop. What is not written yet when the process ends is written then; a kill loses it.
 */
export function groupedStdout(): DestinationStream {
  return grouped(pino.destination({ sync: false, minLength: 8_192 }));
}

/** Flushes the buffer at its first line, and again every 50 ms while lines come. */
export function grouped(buffer: Buffered): DestinationStream & Pick<Buffered, "flushSync"> {
  let isWaiting = false;
  let hasLines = false;

  function flush(): void {
    hasLines = false;
    buffer.flush();
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (hasLines) flush();
    }, groupMs).unref();
  }

  return {
    write(line) {
      buffer.write(line);
      hasLines = true;
      if (!isWaiting) flush();
    },
    // pino asks for it after a fatal error
    flushSync: () => buffer.flushSync(),
  };
}

const groupMs = 50;
