/** Guesses whether a request will find its answer kept, from how the same request went before. */
export interface LookAhead {
  /** Whether the answer will have to be read, so that one statement had better look up the key and read it. */
  expectsRead(name: string): boolean;
  /** How it went. */
  learn(name: string, wasRead: boolean): void;
}

/**
 * Expects a read of requests not seen before, and of those that needed one twice in a row: a page that changed is as a rule asked for again before
 * it changes once more. Remembers so many names at most, and forgets the one learned longest ago. A wrong guess costs a page read for nothing or a
 * second statement, never a wrong answer.
 */
export function createLookAhead(maxNames: number): LookAhead {
  // reads in a row by name; a Map keeps the order of insertion
  const readsInRow = new Map<string, number>();
  return {
    expectsRead: (name) => (readsInRow.get(name) ?? enough) >= enough,
    learn(name, wasRead) {
      const before = readsInRow.get(name);
      readsInRow.set(name, wasRead ? Math.min((before ?? 0) + 1, enough) : 0);
      if (before !== undefined || readsInRow.size <= maxNames) return;
      for (const oldest of readsInRow.keys()) {
        readsInRow.delete(oldest);
        return;
      }
    },
  };
}

const enough = 2;
