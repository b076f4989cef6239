import { partCount } from "../port.ts";

/**
 * How many parts a member should own: 64 divided evenly, the remainder going to the members first in id order. Every member
 * computes it from the same table, so no one has to coordinate. `members` are the live ones, `me` among them.
 */
export function fairShare(members: readonly string[], me: string): number {
  const place = members.toSorted().indexOf(me);
  if (place < 0) return 0;
  return Math.floor(partCount / members.length) + (place < partCount % members.length ? 1 : 0);
}
