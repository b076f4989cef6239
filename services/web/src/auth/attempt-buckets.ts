import type { Queryable } from "@shipment-tracking/postgres";

/**
 * A bucket that fills by one with each try and leaks. Full, it closes for a while, longer the fuller it is: tries are slowed down to the rate
 * of the leak, and nobody is locked out.
 */
export interface Bucket {
  /** What is counted, for example `sign_in by address`. */
  readonly kind: string;
  /** For whom; only its hash is stored. */
  readonly subject: string;
  /** Tries until it closes. */
  readonly capacity: number;
  /** Time in which one try leaks. */
  readonly leakSeconds: number;
  /** How long it closes at first. */
  readonly closedSeconds: number;
}

// lower() of the database, which also decides which accounts are the same
const subjectHash = "sha256(convert_to(lower($2), 'UTF8'))";
const leaked = "greatest(0, extract(epoch from now() - bucket.counted_at)::float8)";
const nextLevel = `greatest(0, bucket.level - ${leaked} / $4) + 1`;

/** Adds a try; false, and nothing added, when the bucket is closed. Waits for others that add to the same bucket. */
export async function addTry(tx: Queryable, bucket: Bucket): Promise<boolean> {
  const { rows } = await tx.query({
    name: "add_try",
    text: `
      insert into write.attempts as bucket (kind, subject_hash, level, counted_at)
      values ($1, ${subjectHash}, 1, now())
      on conflict (kind, subject_hash) do update
      set level = ${nextLevel},
        counted_at = now(),
        blocked_until = case
          when ${isFull(nextLevel)} then now() + make_interval(secs => $5::float8 * power(2, least(greatest(${nextLevel} - $3, 0), 6)))
        end
      where bucket.blocked_until is null
        or bucket.blocked_until <= now()
      returning bucket.level`,
    values: [
      bucket.kind,
      bucket.subject,
      bucket.capacity,
      bucket.leakSeconds,
      bucket.closedSeconds,
    ],
  });
  return rows.length > 0;
}

/** Seconds until the bucket opens, at least 1. */
export async function secondsClosed(db: Queryable, bucket: Bucket): Promise<number> {
  const { rows } = await db.query<{ readonly seconds: number }>({
    name: "seconds_closed",
    text: `
      select greatest(1, ceil(extract(epoch from bucket.blocked_until - now())))::int4 as seconds
      from write.attempts as bucket
      where bucket.kind = $1
        and bucket.subject_hash = ${subjectHash}`,
    values: [bucket.kind, bucket.subject],
  });
  return rows[0]?.seconds ?? 1;
}

/** Takes a try out again that was none; the bucket opens if it was the one that closed it. */
export async function takeTryBack(db: Queryable, bucket: Bucket): Promise<void> {
  await db.query({
    name: "take_try_back",
    text: `
      update write.attempts as bucket
      set level = greatest(0, bucket.level - 1),
        blocked_until = case when ${isFull("bucket.level - 1")} then bucket.blocked_until end
      where bucket.kind = $1
        and bucket.subject_hash = ${subjectHash}`,
    values: [bucket.kind, bucket.subject, bucket.capacity],
  });
}

export async function emptyBucket(db: Queryable, bucket: Bucket): Promise<void> {
  await db.query({
    name: "empty_bucket",
    text: `
      delete from write.attempts as bucket
      where bucket.kind = $1
        and bucket.subject_hash = ${subjectHash}`,
    values: [bucket.kind, bucket.subject],
  });
}

/** Removes what has leaked empty: no bucket takes longer than an hour. */
export async function deleteEmptyBuckets(db: Queryable): Promise<void> {
  await db.query({
    name: "delete_empty_buckets",
    text: `
      delete from write.attempts
      where attempts.counted_at < now() - interval '1 hour'`,
  });
}

/** Half a try is let go: the tenth in a row is the tenth, although a little has leaked since the first. */
function isFull(level: string): string {
  return `${level} > $3 - 0.5::float8`;
}
