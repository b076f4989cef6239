import { type DestinationStream, pino } from "pino";

/** Where lines go to; of pino's own destination what is used here. */
interface Target extends DestinationStream {
  /** Writes what is not written yet before it returns. */
  flushSync(): void;
}

/**
 * Standard output for a process that answers many requests: a line after a pause is written at once, those that follow it go out together every 50 ms, or
 * as soon as there are about 8 KB of them, beside the event loop. What is not written yet when the process ends is written then; a kill loses it.
 */
export function groupedStdout(): DestinationStream {
  const lines = grouped({
    write: (text) => {
      target.write(text);
    },
    flushSync: () => target.flushSync(),
  });
  // before those of the target, which ends itself then
  process.once("beforeExit", () => {
    lines.flushSync();
  });
  const target = pino.destination({ sync: false });
  process.once("exit", () => {
    lines.flushSync();
  });
  return lines;
}

/**
 * Writes the first line at once, and those that follow every 50 ms while lines come. They are put together here: pino's destination would measure all that
 * it keeps again with each line.
 */
export function grouped(target: Target): Target {
  let lines: string[] = [];
  let characters = 0;
  let isWaiting = false;

  function writeLines(): void {
    const text = lines.join("");
    lines = [];
    characters = 0;
    target.write(text);
  }

  function wait(): void {
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (lines.length === 0) return;
      writeLines();
      wait();
    }, groupMs).unref();
  }

  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (isWaiting && characters < enoughCharacters) return;
      writeLines();
      if (!isWaiting) wait();
    },
    // pino asks for it after a fatal error
    flushSync() {
      if (lines.length === 0) return;
      writeLines();
      target.flushSync();
    },
  };
}

const groupMs = 50;
const enoughCharacters = 8_192;
