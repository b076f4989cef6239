import { createHash } from "node:crypto";

/** Of a set of rows, in whatever order they come: how many, and the sum of 60 bits of each one's MD5 (a checksum against faults, not against malice). */
export interface Digest {
  count: number;
  sum: bigint;
}

export function emptyDigest(): Digest {
  return { count: 0, sum: 0n };
}

export function addLine(digest: Digest, line: string): void {
  digest.count += 1;
  digest.sum += BigInt(`0x${md5(line).slice(0, 15)}`);
}

export function md5(line: string): string {
  return createHash("md5").update(line).digest("hex");
}

/** SQL for the same sum over lines, as text. */
export function sumSql(line: string): string {
  return `sum(('x' || left(md5(${line}), 15))::bit(60)::bigint)::text`;
}

/** One text for all digests, whose keys must come in a fixed order. */
export function digestOf(parts: Iterable<readonly [string, Digest]>): string {
  const hash = createHash("sha256");
  for (const [key, { count, sum }] of parts)
    hash.update(`${key} ${String(count)} ${String(sum)}\n`);
  return hash.digest("hex");
}
