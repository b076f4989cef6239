import { randomBytes } from "node:crypto";
import type { Instant } from "@shipment-tracking/domain";
import { eventLogMigrations } from "@shipment-tracking/event-log";
import {
  createPool,
  ensureLoginRoles,
  ensureRoles,
  forEachRole,
  migrate,
  type RoleName,
} from "@shipment-tracking/postgres";
import { readModelMigrations } from "@shipment-tracking/read-model";
import {
  createApiKey,
  createTenant,
  createUser,
  webMigrations,
} from "@shipment-tracking/web-service";
import { webhookMigrations } from "@shipment-tracking/webhooks";

export interface Tenant {
  readonly id: string;
  readonly email: string;
  readonly apiKey: string;
}

export const password = "crash test dispatcher";

/** All tables and one login per role. */
export async function prepareDatabase(url: string): Promise<Readonly<Record<RoleName, string>>> {
  await ensureRoles(url);
  await migrate({
    url,
    sets: [eventLogMigrations, webMigrations, webhookMigrations, readModelMigrations],
  });
  const passwords = forEachRole(() => randomBytes(12).toString("hex"));
  return await ensureLoginRoles(url, { prefix: "crash", passwords });
}

/** Tenants with a dispatcher and an API key each. */
export async function prepareTenants(
  webUrl: string,
  names: readonly string[],
): Promise<readonly Tenant[]> {
  const pool = createPool({ url: webUrl, applicationName: "crash-setup", max: 2 });
  const actor = { kind: "command_line", id: null } as const;
  const tenants: Tenant[] = [];
  try {
    for (const name of names) {
      const made = await createTenant(pool, { name, actor });
      if (made.outcome !== "created") throw new Error(made.reason);
      const { tenantId } = made;
      const email = `dispatcher@${name}.example`;
      const user = { tenantId, email, name: "Crash Test", role: "dispatcher", password } as const;
      const created = await createUser(pool, user);
      if (created.outcome !== "created") throw new Error(created.reason);
      const key = await createApiKey(
        pool,
        // as: the form of the domain's instants
        { tenantId, actor, now: new Date().toISOString() as Instant },
        { name: "poller", expiresAt: null, createdBy: null },
      );
      tenants.push({ id: tenantId, email, apiKey: key.key });
    }
    return tenants;
  } finally {
    await pool.end();
  }
}
