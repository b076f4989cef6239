/** How far a part has been published: a row of `write.relay_positions`. */
export interface RelayPosition {
  readonly part: number;
  /** Last position that the brokers acknowledged, 0 for none. */
  readonly pos: number;
  /** Of the lease under which it was written last. */
  readonly epoch: number;
  readonly topic: string;
  readonly logId: string;
  /** Offset of the last acknowledged record, null for none. */
  readonly topicOffset: number | null;
}

/** What is published, where to, and where the partition ends now. */
export interface Target {
  readonly topic: string;
  readonly logId: string;
  readonly end: number;
}

/**
 * Where publishing goes on: at `position` itself, at the start of another topic or another log, or before the records that
 * the brokers have lost. Every position took at least one offset, so that going back by the number of lost offsets covers all
 * that were in them.
 */
export function whereToGoOn(position: RelayPosition, target: Target): RelayPosition {
  const { topic, logId, end } = target;
  if (position.topic !== topic || position.logId !== logId) {
    return { ...position, topic, logId, pos: 0, topicOffset: null };
  }
  const lost = lostOffsets(position, end);
  if (lost === 0) return position;
  return {
    ...position,
    pos: Math.max(0, position.pos - lost),
    topicOffset: end === 0 ? null : end - 1,
  };
}

export interface Acknowledged {
  /** Position of the batch's last record. */
  readonly pos: number;
  readonly epoch: number;
  readonly records: number;
  /** Offsets that the batch got: the first one of its first request, the last one of its last. */
  readonly first: number;
  readonly last: number;
}

/**
 * The position after an acknowledgement. A batch that begins at or below an offset that was acknowledged before shows that
 * the records there are lost: then it is a position to go back to, below the one that was reached.
 */
export function afterAcknowledgement(
  before: RelayPosition,
  { pos, epoch, records, first, last }: Acknowledged,
): RelayPosition {
  // fewer offsets than records: those of the first requests were lost before the last one
  const lost = lostOffsets(before, Math.min(first, last - records + 1));
  return {
    ...before,
    epoch,
    pos: lost === 0 ? pos : Math.max(0, before.pos - lost),
    topicOffset: last,
  };
}

/** Acknowledged offsets that a partition that ends at `end` does not have. */
function lostOffsets({ topicOffset }: RelayPosition, end: number): number {
  return topicOffset === null ? 0 : Math.max(0, topicOffset + 1 - end);
}
