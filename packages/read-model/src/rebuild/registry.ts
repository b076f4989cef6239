import type { Queryable } from "@shipment-tracking/postgres";

/** What became of a generation; `live`, `previous` and `filling` are in the schemas `read`, `read_previous` and `read_next`. */
export interface Generation {
  readonly generation: number;
  readonly state: "filling" | "live" | "previous" | "dropped" | "failed";
  /** ISO 8601, database time, like the others. */
  readonly startedAt: string;
  /** Events of the log that it was loaded from. */
  readonly events: number | null;
  readonly digest: string | null;
  readonly verifiedAt: string | null;
  readonly switchedAt: string | null;
  readonly endedAt: string | null;
  readonly error: string | null;
}

/** All generations, the newest first. */
export async function listGenerations(db: Queryable): Promise<readonly Generation[]> {
  const { rows } = await db.query<Generation>({
    text: `
select
  generations.generation,
  generations.state,
  generations.started_at as "startedAt",
  generations.events,
  generations.digest,
  generations.verified_at as "verifiedAt",
  generations.switched_at as "switchedAt",
  generations.ended_at as "endedAt",
  generations.error
from rebuild.generations
order by generations.generation desc`,
  });
  return rows;
}

export async function startGeneration(db: Queryable, events: number): Promise<number> {
  const { rows } = await db.query<{ generation: number }>({
    text: `
insert into rebuild.generations (state, events)
values ('filling', $1)
returning generations.generation`,
    values: [events],
  });
  return rows[0]?.generation ?? 0;
}

/** Whoever holds the rebuild's lock knows that nobody fills these any more. */
export async function endAbandonedGenerations(db: Queryable): Promise<void> {
  await db.query({
    text: `
update rebuild.generations
set state = 'failed', ended_at = now(), error = 'The rebuild was interrupted'
where generations.state = 'filling'`,
  });
}

export async function recordVerified(
  db: Queryable,
  generation: number,
  digest: string,
): Promise<void> {
  await db.query({
    text: `
update rebuild.generations
set digest = $2, verified_at = now()
where generations.generation = $1`,
    values: [generation, digest],
  });
}

export async function recordFailed(
  db: Queryable,
  generation: number,
  error: string,
): Promise<void> {
  await db.query({
    text: `
update rebuild.generations
set state = 'failed', ended_at = now(), error = $2
where generations.generation = $1
and generations.state = 'filling'`,
    values: [generation, error],
  });
}

/** In the transaction of the switch: `promoted` is what was filling or previous. */
export async function recordSwitch(
  tx: Queryable,
  promoted: "filling" | "previous",
  migrations: readonly string[],
): Promise<void> {
  await tx.query({
    text: `
update rebuild.generations
set
  state = case
    when generations.state = 'live' then 'previous'
    when generations.state = $1 then 'live'
    else 'dropped'
  end,
  migrations = case when generations.state = 'live' or generations.state = $1 then $2::text[] else generations.migrations end,
  switched_at = case when generations.state = $1 then now() else generations.switched_at end,
  ended_at = case when generations.state = 'previous' and $1 <> 'previous' then now() else generations.ended_at end
where generations.state in ('live', 'previous')
or generations.state = $1`,
    values: [promoted, migrations],
  });
}

/** The files that made the kept generation's tables; null when none is kept or it is not known. */
export async function previousMigrations(db: Queryable): Promise<readonly string[] | null> {
  const { rows } = await db.query<{ migrations: readonly string[] | null }>({
    text: `
select generations.migrations
from rebuild.generations
where generations.state = 'previous'`,
  });
  return rows[0]?.migrations ?? null;
}
