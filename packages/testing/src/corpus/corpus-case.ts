import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One line of a file in `test/corpus`: what goes over a socket, and what must come back. Texts can hold placeholders: `{name}` from the
 * player's variables, and `{x*1000}` for a character repeated.
 */
export interface CorpusCase {
  readonly request: CorpusRequest;
  /** One expectation per answer on the connection; several when requests are pipelined. */
  readonly expect: Expectation | readonly Expectation[];
  readonly why: string;
}

export type CorpusRequest =
  /** Sent with a Host header and `Connection: close`. */
  | {
      readonly method?: string;
      readonly path: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Latin-1 text exactly as it goes out; nothing is added. */
  | { readonly raw: string }
  | { readonly hex: string };

export interface Expectation {
  readonly status: number;
  /** Exact value of the error body's `error`. */
  readonly error?: string;
  /** The body's exact text. */
  readonly body?: string;
  /** Number of elements of the array in the body. */
  readonly rows?: number;
  /** The body equals the one of a GET of this path with the same headers, byte for byte. */
  readonly sameAs?: string;
  /** Exact values; null for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The answer to a HEAD request: headers without a body. */
  readonly head?: boolean;
  /** The server closes the connection by itself afterwards. */
  readonly closes?: boolean;
}

/** Reads `test/corpus/<name>.jsonl`. */
export function loadCorpus(name: string): readonly CorpusCase[] {
  const file = join(import.meta.dirname, "../../../../test/corpus", `${name}.jsonl`);
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      // the corpus is part of this repository: a wrong field shows as a failing case
      return [JSON.parse(line) as CorpusCase];
    } catch (cause) {
      throw new Error(`${name}.jsonl line ${String(index + 1)} is not JSON`, { cause });
    }
  });
}
