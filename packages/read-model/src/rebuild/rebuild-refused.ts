/** A rebuild, or a way back, that cannot be done or must not be finished. The message says what to do; the live tables are as they were. */
export class RebuildRefused extends Error {
  override readonly name = "RebuildRefused";
}
