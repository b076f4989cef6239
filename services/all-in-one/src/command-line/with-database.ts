import { join } from "node:path";
import { createPool, explainConnectionError, type Pool } from "@shipment-tracking/postgres";
import { CommandFailure, systemCode } from "./command-failure.ts";
import type { Environment } from "./connection.ts";
import {
  type DatabaseAddress,
  type DatabaseUser,
  findInstallation,
  type Installation,
  variablesOf,
} from "./installation.ts";

/** Runs `work` as the web application on the installation's database. Throws a CommandFailure that names the remedy. */
export async function withWebDatabase<Result>(
  env: Environment,
  work: (pool: Pool, installation: Installation) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(env, "web", work);
}

/** Runs `work` as this user of the installation's database. Throws a CommandFailure that names the remedy. */
export async function withDatabase<Result>(
  env: Environment,
  user: DatabaseUser,
  work: (pool: Pool, installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = findInstallation(env);
  const address = requireAddress(installation, user);
  const pool = createPool({
    url: address.url,
    applicationName: "tracking-command",
    max: 2,
    statementTimeoutMs: 30_000,
  });
  try {
    return await work(pool, installation);
  } catch (error) {
    throw explained(error, address);
  } finally {
    await pool.end();
  }
}

/** Throws a CommandFailure when nothing says where the user's database is. */
export function requireAddress(installation: Installation, user: DatabaseUser): DatabaseAddress {
  const address = installation.addressOf(user);
  if (address !== null) return address;
  const file = join(installation.dataDir, "runtime.json");
  throw new CommandFailure(
    `No database given, and no service runs here (${file}). Start the service with npm start in this directory, set DATA_DIR to its data directory, or set ${variablesOf(user).join(" or ")}.`,
  );
}

const noSuchTable = new Set(["42P01", "3F000", "42703"]);

/** What a person can act on; other errors stay as they are. */
export function explained(error: unknown, address: DatabaseAddress): unknown {
  if (error instanceof CommandFailure) return error;
  const code = systemCode(error);
  if (code !== null && noSuchTable.has(code)) {
    return new CommandFailure(
      `The database is not set up for this version (${code}): run \`tracking migrate\`.`,
      { cause: error },
    );
  }
  const sentence = sentenceOf(error, address);
  return sentence === null ? error : new CommandFailure(sentence, { cause: error });
}

/** Why the connection failed; null when the error is about something else. */
export function sentenceOf(error: unknown, { url, variable }: DatabaseAddress): string | null {
  const sentence = explainConnectionError(error, url);
  if (sentence === null) return null;
  if (variable !== null) return sentence.replaceAll("DATABASE_URL", variable);
  return `The database of the service in DATA_DIR does not answer (${systemCode(error) ?? "no answer"}): start the service with npm start.`;
}
