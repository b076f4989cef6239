import { migrationLock, type Queryable } from "@shipment-tracking/postgres";
import { describeSchema } from "./describe-schema.ts";
import { appliedMigrations, migrationNames } from "./generation-schema.ts";
import { CannotSwitchYet } from "./passing-error.ts";
import { RebuildRefused } from "./rebuild-refused.ts";
import { schemas, type GenerationSchema } from "./redirected.ts";
import { previousMigrations } from "./registry.ts";

/** Refuses when the database and this version do not have the same migrations of the read tables. */
export async function checkMigrated(db: Queryable): Promise<readonly string[]> {
  const [files, applied] = [await migrationNames(), await appliedMigrations(db)];
  const pending = files.filter((name) => !applied.includes(name));
  if (pending.length > 0) {
    throw new RebuildRefused(
      `The read tables are not those of this version (${pending.join(", ")} not run): run \`tracking migrate\` first.`,
    );
  }
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new RebuildRefused(
      `The read tables are of a newer version (${unknown.join(", ")}): rebuild with that version's \`tracking\`.`,
    );
  }
  return applied;
}

/**
 * In the transaction of the switch: makes sure that no migration runs until its end, and that the candidate was made by the same migrations as the
 * live tables and looks the same. Returns those migrations.
 */
export async function checkInterchangeable(
  tx: Queryable,
  candidate: GenerationSchema,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ locked: boolean }>({
    text: "select pg_try_advisory_xact_lock($1) as locked",
    values: [migrationLock],
  });
  if (rows[0]?.locked !== true) throw new CannotSwitchYet("A migration runs");
  const applied = await checkMigrated(tx);
  if (candidate === schemas.previous) await checkPrevious(tx, applied);
  const [live, other] = [
    await describeSchema(tx, schemas.live),
    await describeSchema(tx, candidate),
  ];
  const [odd] = [
    ...live.filter((line) => !other.includes(line)),
    ...other.filter((line) => !live.includes(line)),
  ];
  if (odd === undefined) return applied;
  throw new RebuildRefused(
    `The tables of ${candidate} are not made like the live ones (${odd}). Start a rebuild anew.`,
  );
}

async function checkPrevious(tx: Queryable, applied: readonly string[]): Promise<void> {
  const made = await previousMigrations(tx);
  if (made !== null && made.join() === applied.join()) return;
  throw new RebuildRefused(
    "The kept read tables are older than the last migration, so nothing can go back to them: run `tracking rebuild`, which makes new ones.",
  );
}
