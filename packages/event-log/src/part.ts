import { partCount } from "./port.ts";

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/**
 * The part (0-63) of a stream: FNV-1a, 32 bits, over the lower-case text of its UUID, modulo 64. It is stored with the
 * aggregate and equals the Kafka partition, so it must never change while data exists (02-architecture, rule 1).
 */
export function partOf(streamId: string): number {
  return fnv1a(streamId.toLowerCase()) % partCount;
}

/** FNV-1a of ASCII text, as an unsigned 32-bit number. */
export function fnv1a(text: string): number {
  let hash = offsetBasis;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), prime);
  }
  return hash >>> 0;
}
