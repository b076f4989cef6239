import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RoleName } from "@shipment-tracking/postgres";
import { z } from "zod";
import { defaultPublicUrl } from "../config.ts";
import { CommandFailure, systemCode } from "./command-failure.ts";
import { dataDirectory, type Environment } from "./connection.ts";

const runtimeFile = z.object({
  pid: z.int(),
  publicUrl: z.string(),
  urls: z.object({
    web: z.string(),
    projector: z.string(),
    api: z.string(),
    usage: z.string(),
    relay: z.string(),
    webhooks: z.string(),
    owner: z.string(),
  }),
});

/** What a running `npm start` says of itself in DATA_DIR/runtime.json. */
type Runtime = z.output<typeof runtimeFile>;

/** Where a database's address comes from: a variable by its name, or the running service. */
export interface DatabaseAddress {
  readonly url: string;
  /** Null: runtime.json. */
  readonly variable: string | null;
}

export type DatabaseUser = RoleName | "owner";

export interface Installation {
  /** Absolute path; it need not exist. */
  readonly dataDir: string;
  /** Null: no service runs in the data directory. */
  readonly runtime: Runtime | null;
  /** Where browsers reach the web application: what the environment says, what the running service says, or what npm start would take. */
  readonly publicUrl: string;
  /** The address that the environment or the running service gives for this user; null for none. */
  addressOf(user: DatabaseUser): DatabaseAddress | null;
}

/** Finds the installation that the environment speaks of. Throws a CommandFailure when runtime.json cannot be read. */
export function findInstallation(env: Environment): Installation {
  const dataDir = dataDirectory(env);
  const runtime = readRuntime(join(dataDir, "runtime.json"));
  return {
    dataDir,
    runtime,
    publicUrl: publicUrlOf(env, runtime),
    addressOf: (user) => {
      for (const variable of variablesOf(user)) {
        const url = env[variable];
        if (url !== undefined && url !== "") return { url, variable };
      }
      return runtime === null ? null : { url: runtime.urls[user], variable: null };
    },
  };
}

/** The variables that can name a user's database, the closest first. */
export function variablesOf(user: DatabaseUser): readonly string[] {
  const own = user === "owner" ? [] : [`${user.toUpperCase()}_DATABASE_URL`];
  // the owner may do what the web application's role may do
  return user === "owner" || user === "web" ? [...own, "DATABASE_URL"] : own;
}

function readRuntime(file: string): Runtime | null {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return null;
    throw unreadable(file, cause);
  }
  const parsed = runtimeFile.safeParse(found);
  if (!parsed.success) throw unreadable(file, parsed.error);
  return parsed.data;
}

function unreadable(file: string, cause: unknown): CommandFailure {
  return new CommandFailure(
    `The running service cannot be found (${file} is not readable, or not what this version writes): run the command as the service's user, restart npm start, or set DATABASE_URL.`,
    { cause },
  );
}

function publicUrlOf(env: Environment, runtime: Runtime | null): string {
  const given = env["PUBLIC_URL"];
  if (given !== undefined && given !== "") {
    if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) {
      return new URL(given).origin;
    }
    throw new CommandFailure(
      `PUBLIC_URL is not valid: set it to the address that browsers use, for example https://tracking.example.com.`,
    );
  }
  if (runtime !== null) return runtime.publicUrl;
  const port = Number(env["PORT"] ?? "8080");
  return defaultPublicUrl(env["HOST"] ?? "127.0.0.1", Number.isInteger(port) ? port : 8080);
}
