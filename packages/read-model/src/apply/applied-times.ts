import type { Queryable } from "@shipment-tracking/postgres";

/** Events of one part that became visible together. */
export interface AppliedRange {
  readonly part: number;
  /** Position before the first of them. */
  readonly afterPos: number;
  /** Of the last of them. */
  readonly pos: number;
  /** This process's time after the commit. */
  readonly at: Date;
}

export interface AppliedTimes {
  /** To be told after each commit; returns at once. */
  note(ranges: readonly AppliedRange[]): void;
  /** Writes what is left; resolves when nothing runs any more. Never rejects. */
  stop(): Promise<void>;
}

export interface AppliedTimesOptions {
  readonly pool: Queryable;
  /** The times could not be kept: nothing but them is lost. */
  onError(error: unknown): void;
}

const slots = 32;
/** A person looks at a trace a moment after the write. */
const flushMs = 200;
/** Of a part in one flush. A part that gets more is busy, and its ring would be too short for them anyhow: the newest are kept. */
const keptPerPart = 2;

/**
 * Keeps when deliveries became visible (`read.applied_times`), beside the deliveries: at most five small statements a second, however many
 * events there are, and none while nothing happens.
 */
export function createAppliedTimes({ pool, onError }: AppliedTimesOptions): AppliedTimes {
  const nextSlot = new Map<number, number>();
  let pending = new Map<number, AppliedRange[]>();
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const ranges = [...pending.values()].flat();
    pending = new Map();
    if (ranges.length === 0) return;
    try {
      await saveAppliedTimes(pool, ranges.map(withSlot));
    } catch (error) {
      onError(error);
    }
  }

  function withSlot(range: AppliedRange): SlottedRange {
    const slot = nextSlot.get(range.part) ?? range.pos % slots;
    nextSlot.set(range.part, (slot + 1) % slots);
    return { ...range, slot };
  }

  function start(): void {
    timer = null;
    flushing = flushing.then(flush);
  }

  return {
    note(ranges) {
      for (const range of ranges) {
        const known = pending.get(range.part) ?? [];
        pending.set(range.part, [...known, range].slice(-keptPerPart));
      }
      timer ??= setTimeout(start, flushMs);
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      start();
      await flushing;
    },
  };
}

interface SlottedRange extends AppliedRange {
  readonly slot: number;
}

async function saveAppliedTimes(db: Queryable, ranges: readonly SlottedRange[]): Promise<void> {
  await db.query({
    name: "save_applied_times",
    text: `
insert into read.applied_times (part, slot, after_pos, pos, applied_at)
select given.part, given.slot, given.after_pos, given.pos, given.applied_at
from unnest($1::smallint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::timestamptz[])
  as given (part, slot, after_pos, pos, applied_at)
order by given.part, given.slot
on conflict (part, slot) do update
set after_pos = excluded.after_pos, pos = excluded.pos, applied_at = excluded.applied_at`,
    values: [
      ranges.map((range) => range.part),
      ranges.map((range) => range.slot),
      ranges.map((range) => range.afterPos),
      ranges.map((range) => range.pos),
      ranges.map((range) => range.at.toISOString()),
    ],
  });
}
