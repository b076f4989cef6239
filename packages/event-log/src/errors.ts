/** A part of a delivery was given to another member: its effects must not be committed here. */
export class Superseded extends Error {
  readonly parts: readonly number[];

  constructor(parts: readonly number[]) {
    super(`Another member owns part ${parts.join(", ")} of the log`);
    this.name = "Superseded";
    this.parts = parts;
  }
}

/** The log's own arithmetic does not add up for a part: nothing of it is delivered until that is repaired. */
export class LogDamaged extends Error {
  readonly part: number;
  /** The consumer's position. */
  readonly afterPos: number;
  /** Position of the next record found, null when there is none. */
  readonly foundPos: number | null;
  /** The part's head. */
  readonly head: number;

  constructor(fault: {
    readonly part: number;
    readonly afterPos: number;
    readonly foundPos: number | null;
    readonly head: number;
  }) {
    super(
      fault.afterPos > fault.head
        ? `The consumer is ahead of part ${String(fault.part)} of the log: ${String(fault.afterPos)} of ${String(fault.head)}`
        : `Records are missing from part ${String(fault.part)} of the log after position ${String(fault.afterPos)}`,
    );
    this.name = "LogDamaged";
    this.part = fault.part;
    this.afterPos = fault.afterPos;
    this.foundPos = fault.foundPos;
    this.head = fault.head;
  }
}
