import { isPatchedVersion } from "./kafkajs-version.ts";

/** The members of kafkajs's description of the Fetch request that the patch touches. */
export interface FetchDefinition {
  protocol(this: void, of: { readonly version: number }): (args: FetchArguments) => object;
}

export interface FetchArguments {
  /** How long brokers that have nothing new may keep silent, in ms. */
  readonly maxWaitTime: number;
}

/** Of each reader of this process, how long the brokers may keep silent towards it now, in ms. */
export class FetchWaits {
  readonly #readers = new Set<() => number>();

  /** Answers how to end it. */
  add(waitMs: () => number): () => void {
    this.#readers.add(waitMs);
    return () => this.#readers.delete(waitMs);
  }

  /** The shortest of them; the one that is asked for when there are no readers. */
  shortest(askedMs: number): number {
    return this.#readers.size === 0
      ? askedMs
      : Math.min(...[...this.#readers].map((waitMs) => waitMs()));
  }
}

/** Of the process: a request does not tell whose it is. */
export const fetchWaits = new FetchWaits();

/**
 * kafkajs takes one wait for a consumer's whole life, and sleeps for as long when all parts are paused. The replacement asks the readers with each
 * request, so that brokers are asked seldom while nothing happens, and soon again when a part is to be read on. Any other version of kafkajs is left
 * alone: false. An empty answer for 64 parts costs about 4 ms.
 */
export function patchFetchWait(
  definition: FetchDefinition,
  waits: FetchWaits,
  version: string,
): boolean {
  if (!isPatchedVersion(version)) return false;
  const protocolOf = definition.protocol;
  definition.protocol = (of) => {
    const original = protocolOf(of);
    return (args) => original({ ...args, maxWaitTime: waits.shortest(args.maxWaitTime) });
  };
  return true;
}
