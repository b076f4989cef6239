import type { Queryable } from "@shipment-tracking/postgres";

interface Row {
  readonly generation: number;
  readonly state: "filling" | "live" | "previous" | "failed";
  readonly startedAt: string;
  readonly events: number | null;
  readonly verifiedAt: string | null;
  readonly switchedAt: string | null;
  readonly endedAt: string | null;
  readonly error: string | null;
}

/** The read tables that are in use, those kept to go back to, and the last rebuild that is under way or did not succeed. */
export async function readGenerations(db: Queryable) {
  const { rows } = await db.query<Row>({
    name: "read_generations",
    text: `
      select generations.generation, generations.state, generations.started_at as "startedAt", generations.events,
        generations.verified_at as "verifiedAt", generations.switched_at as "switchedAt", generations.ended_at as "endedAt",
        generations.error
      from rebuild.generations
      where generations.state <> 'dropped'
      order by generations.generation desc
      limit 20`,
  });
  const live = rows.find(({ state }) => state === "live");
  const newest = rows[0];
  return {
    live: live ?? null,
    previous: rows.find(({ state }) => state === "previous") ?? null,
    // an older failure is over once a rebuild has succeeded
    rebuild: newest?.state === "filling" || newest?.state === "failed" ? newest : null,
  };
}
