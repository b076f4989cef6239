import { once } from "node:events";
import { createApiPool } from "@shipment-tracking/api-service";
import {
  type BytesPool,
  createPool,
  forEachRole,
  type Pool,
  type RoleName,
} from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { Shutdown } from "../shutdown.ts";
import type { RoleUrls } from "./role-urls.ts";

export type RolePools = Readonly<Record<RoleName, Pool>> & { readonly api: BytesPool };

export interface OpenPoolsOptions {
  readonly urls: RoleUrls;
  readonly log: Logger;
  readonly shutdown: Shutdown;
}

const sizes: Readonly<Record<Exclude<RoleName, "api">, number>> = {
  web: 10,
  // one of them listens, and one of the relay's
  projector: 5,
  usage: 1,
  relay: 4,
  webhooks: 4,
};

/** A pool for each role, ended by the shutdown. One that nobody uses holds no connection. */
export function openPools({ urls, log, shutdown }: OpenPoolsOptions): RolePools {
  const ended = <Kind extends Pool>(role: RoleName, pool: Kind): Kind => {
    shutdown.add(`connections of ${role}`, closing(pool));
    return pool;
  };
  const api = ended("api", createApiPool({ url: urls.api, log }));
  const open = (role: RoleName): Pool =>
    role === "api" ? api : ended(role, openPool({ role, url: urls[role], log }));
  return { ...forEachRole(open), api };
}

function openPool(options: {
  readonly role: Exclude<RoleName, "api">;
  readonly url: string;
  readonly log: Logger;
}): Pool {
  const { role, url, log } = options;
  return createPool({
    url,
    applicationName: `tracking-${role}`,
    max: sizes[role],
    onIdleError: (err) => log.warn({ err, role }, "a database connection broke while idle"),
  });
}

/** `end` resolves when it has said good-bye, not when the server has heard it: a server stopped in between would log errors. */
function closing(pool: Pool): () => Promise<void> {
  let connected = 0;
  pool.on("connect", () => (connected += 1));
  pool.on("remove", () => (connected -= 1));
  return async () => {
    await pool.end();
    const signal = AbortSignal.timeout(1_000);
    while (connected > 0) await once(pool, "remove", { signal });
  };
}
