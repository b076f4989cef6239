import { parseArgs } from "node:util";

export interface ProveFlags {
  readonly minutes: number;
  readonly seed: number;
  readonly kafka: boolean;
}

/** `--minutes 5 [--seed n] [--kafka]`. Throws a sentence. */
export function readFlags(args: readonly string[]): ProveFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: "5" },
      seed: { type: "string" },
      kafka: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error("--minutes wants a number above 0, for example 5.");
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error("--seed wants a whole number.");
  return { minutes, seed, kafka: values.kafka };
}
