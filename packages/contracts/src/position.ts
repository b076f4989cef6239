/** A place in the log: part 0-63 and the dense position inside it (0 = before the first event). */
export interface Position {
  readonly part: number;
  readonly pos: number;
}

/** The text of `X-Position`, `X-Min-Position` and `X-Applied-Position`: `<part>.<pos>`, for example `12.345`. */
export function formatPosition(position: Position): string {
  return `${String(position.part)}.${String(position.pos)}`;
}

/** Reads what `formatPosition` writes; null for any other text (leading zeros, part above 63, pos above 2^53-1). */
export function parsePosition(text: string): Position | null {
  const match = /^(0|[1-9]\d?)\.(0|[1-9]\d{0,15})$/.exec(text);
  if (match === null) return null;
  const part = Number(match[1]);
  const pos = Number(match[2]);
  return part <= lastPart && Number.isSafeInteger(pos) ? { part, pos } : null;
}

// the log has 64 parts for good: rows of log_head, partitions of the topic
const lastPart = 63;
