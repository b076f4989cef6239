import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pendingMigrations, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { createSecretBox, parseSecretKeys, type SecretKey } from "@shipment-tracking/secrets";
import { findKeyFault } from "@shipment-tracking/web-service";
import { parseSecrets, secretKeyOf } from "../../data-directory/secrets.ts";
import { migrationSets } from "../../database/migration-sets.ts";
import type { Environment } from "../connection.ts";
import type { Installation } from "../installation.ts";
import { type Check, fail, ok, warn } from "./check.ts";

export async function checkVersion(db: Queryable): Promise<Check> {
  const { rows } = await db.query<{ number: number; version: string }>({
    text: `
      select current_setting('server_version_num')::int4 as number,
        split_part(current_setting('server_version'), ' ', 1) as version`,
  });
  const { number = 0, version = "?" } = rows[0] ?? {};
  const major = Math.floor(number / 10_000);
  const message = `PostgreSQL ${version}.`;
  if (major < 15) return fail("postgres_version", message, "Upgrade it to PostgreSQL 15 to 18.");
  return major <= 18
    ? ok("postgres_version", message)
    : warn("postgres_version", message, "This version was tried with PostgreSQL 15 to 18 only.");
}

/** Whether the database can hold every text, and knows upper and lower case of every letter. */
export async function checkText(db: Queryable): Promise<Check> {
  const { rows } = await db.query<{ encoding: string; knowsCase: boolean | null }>({
    text: `
      select getdatabaseencoding() as encoding,
        case when getdatabaseencoding() = 'UTF8' then lower(chr(${String(capitalOe)})) = chr(${String(smallOe)}) end as "knowsCase"`,
  });
  const { encoding = "?", knowsCase = null } = rows[0] ?? {};
  if (knowsCase === null) {
    return fail(
      "postgres_text",
      `The database's encoding is ${encoding}, which cannot hold every text.`,
      "Dump it, and restore into a database that was created with the encoding UTF8.",
    );
  }
  return knowsCase
    ? ok("postgres_text", "UTF8, with upper and lower case of all letters.")
    : warn(
        "postgres_text",
        "The database's locale knows upper and lower case of A to Z only: searches for customers and invoices tell Ö from ö.",
        "Dump it, and restore into a database that was created with a locale like C.UTF-8.",
      );
}

const capitalOe = 0xd6;
const smallOe = 0xf6;

/** Compares the files with what the database has run. */
export async function checkMigrations({ addressOf }: Installation): Promise<Check> {
  const owner = addressOf("owner");
  if (owner === null) {
    return warn(
      "migrations",
      "Only the owner of the database can see which were applied.",
      "Set DATABASE_URL to the owner's address.",
    );
  }
  const pending = await pendingMigrations({ url: owner.url, sets: migrationSets });
  if (pending.length === 0) return ok("migrations", "All migrations are applied.");
  const names = pending.map(({ set, name }) => `${set}/${name}`).join(", ");
  return fail("migrations", `Not applied: ${names}.`, "Run `tracking migrate`.");
}

/** Whether the keys that the service here would use are those that the database's secrets are encrypted with. */
export async function checkEncryption(
  pool: Pool,
  { env, dataDir }: { readonly env: Environment; readonly dataDir: string },
): Promise<Check> {
  const keys = keysOf(env, dataDir);
  if (keys === null) {
    return warn(
      "encryption_keys",
      "There are no keys here to compare.",
      "Set DATA_DIR to the service's data directory, or SECRET_KEYS as for the web application.",
    );
  }
  const fault = await findKeyFault(pool, createSecretBox(keys).fingerprints);
  if (fault === null) {
    return ok("encryption_keys", "The encryption keys fit what the database was used with.");
  }
  const message =
    fault.fault === "missing"
      ? `The key ${fault.keyId}, under which the database holds secrets, is not here.`
      : `The key ${fault.keyId} here is another one than the database was used with.`;
  return fail(
    "encryption_keys",
    message,
    "Restore secrets.json (or SECRET_KEYS) of this database, or set DATA_DIR to its directory.",
  );
}

/** SECRET_KEYS of the web application that runs alone, else those of the data directory; null for none. */
function keysOf(env: Environment, dataDir: string): readonly SecretKey[] | null {
  const given = env["SECRET_KEYS"];
  if (given !== undefined && given !== "") {
    const parsed = parseSecretKeys(given);
    return parsed.ok ? parsed.keys : null;
  }
  try {
    const secrets = parseSecrets(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")));
    return secrets === null ? null : [secretKeyOf(secrets)];
  } catch {
    return null;
  }
}
