import { createPool, type Pool } from "@shipment-tracking/postgres";
import {
  type DatabaseAddress,
  type DatabaseUser,
  type Installation,
  variablesOf,
} from "../installation.ts";
import { sentenceOf } from "../with-database.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const databaseUsers = [
  "owner",
  "web",
  "projector",
  "api",
  "usage",
  "relay",
  "webhooks",
] as const satisfies readonly DatabaseUser[];

export interface Connections {
  readonly checks: readonly Check[];
  /** Of the users who can connect. */
  readonly pools: ReadonlyMap<DatabaseUser, Pool>;
  end(): Promise<void>;
}

/** Connects as each user of the database. The caller ends it. */
export async function openConnections(installation: Installation): Promise<Connections> {
  const opened = await Promise.all(databaseUsers.map((user) => openOne(installation, user)));
  const pools = new Map(opened.flatMap(({ user, pool }) => (pool === null ? [] : [[user, pool]])));
  return {
    checks: opened.map(({ check }) => check),
    pools,
    end: async () => {
      for (const pool of pools.values()) await pool.end();
    },
  };
}

interface Opened {
  readonly user: DatabaseUser;
  readonly check: Check;
  readonly pool: Pool | null;
}

async function openOne(installation: Installation, user: DatabaseUser): Promise<Opened> {
  const name = `connection_${user}` as const;
  const address = installation.addressOf(user);
  if (address === null) {
    const variables = variablesOf(user).join(" or ");
    const remedy = `Start the service with npm start, or set ${variables}, to have it checked.`;
    return { user, pool: null, check: warn(name, "Its address is not known.", remedy) };
  }
  const pool = createPool({
    url: address.url,
    applicationName: "tracking-doctor",
    max: 1,
    connectTimeoutMs: 5_000,
  });
  try {
    const { rows } = await pool.query<{ user: string; database: string }>({
      text: "select current_user as user, current_database() as database",
    });
    const [row] = rows;
    const message = `Connects to ${row?.database ?? "?"} as ${row?.user ?? "?"}.`;
    return { user, pool, check: ok(name, message) };
  } catch (error) {
    await pool.end();
    return { user, pool: null, check: refused(name, error, address) };
  }
}

/** Splits the sentence into what is wrong and what to do. */
export function refused(name: Check["name"], error: unknown, address: DatabaseAddress): Check {
  const sentence = sentenceOf(error, address) ?? String(error);
  // the sentence says both, in this order
  const end = sentence.search(/[.:] (?=\p{Lu}|start)/u);
  return end === -1
    ? fail(name, sentence, "Check the database's address and log.")
    : fail(name, `${sentence.slice(0, end)}.`, capitalised(sentence.slice(end + 2)));
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
