import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import { z } from "zod";
import { CommandFailure, systemCode } from "./command-failure.ts";
import { dataDirectory, type Environment } from "./connection.ts";

const runtimeFile = z.object({ urls: z.object({ projector: z.string() }) });

/**
 * Runs `work` on the projector's database: the one that PROJECTOR_DATABASE_URL names, or that of the installation in DATA_DIR, which is
 * there while `npm start` runs. Throws a CommandFailure that names the remedy.
 */
export async function withProjectorDatabase<Result>(
  env: Environment,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    url: projectorUrl(env),
    applicationName: "tracking-command",
    max: 2,
    statementTimeoutMs: 30_000,
  });
  try {
    return await work(pool);
  } catch (error) {
    throw unreachable(error);
  } finally {
    await pool.end();
  }
}

function projectorUrl(env: Environment): string {
  const given = env["PROJECTOR_DATABASE_URL"];
  if (given !== undefined && given !== "") return given;
  const file = join(dataDirectory(env), "runtime.json");
  const remedy =
    "Start the service with npm start in this directory, set DATA_DIR to its data directory, or set PROJECTOR_DATABASE_URL.";
  const parsed = runtimeFile.safeParse(readJson(file, remedy));
  if (parsed.success) return parsed.data.urls.projector;
  throw new CommandFailure(`${file} is not what the service wrote. ${remedy}`);
}

function readJson(file: string, remedy: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const why =
      systemCode(cause) === "ENOENT"
        ? "No service runs here"
        : "The running service cannot be found";
    throw new CommandFailure(`${why} (${file}). ${remedy}`, { cause });
  }
}

const accessRefused = new Set(["28P01", "28000", "3D000"]);

function unreachable(error: unknown): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  if (accessRefused.has(code)) {
    return new CommandFailure(
      `The database does not take this login (${code}): correct PROJECTOR_DATABASE_URL, or start the service anew.`,
      { cause: error },
    );
  }
  if (!/^E(?!RR_)/.test(code)) return error;
  return new CommandFailure(
    `The database does not answer (${code}): start the service with npm start, or correct PROJECTOR_DATABASE_URL.`,
    { cause: error },
  );
}
