/**
 * A position is not where this delivery starts: the part was given to another member, or the records do not follow what was applied.
 * Nothing was written. The engine asks for the positions and goes on from there.
 */
export class SupersededError extends Error {
  readonly parts: readonly number[];

  constructor(parts: readonly number[]) {
    super(`Positions moved under this delivery: parts ${parts.join(", ")}`);
    this.name = "SupersededError";
    this.parts = parts;
  }
}
