import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import {
  type CommandContext,
  findTenants,
  findUserByEmail,
  type FoundUser,
  type OperatorInput,
  type TenantRecord,
  waitUntilApplied,
} from "@shipment-tracking/web-service";
import { instantOf } from "../demo/instant.ts";
import { CommandFailure } from "./command-failure.ts";

/** Who the audit log names for what the command line does. */
export const commandLine = { kind: "command_line", id: null } as const;

export function contextOf(tenantId: TenantId): CommandContext {
  return { tenantId, actor: commandLine, now: instantOf(Date.now()) };
}

/** The checked value. Throws a CommandFailure with the reason. */
export function accepted<Value>(input: OperatorInput<Value>): Value {
  if (input.ok) return input.value;
  throw new CommandFailure(input.reason);
}

/** The tenant with this id or name. Throws a CommandFailure for none and for several. */
export async function requireTenant(pool: Pool, idOrName: string): Promise<TenantRecord> {
  const [tenant, ...others] = await findTenants(pool, idOrName);
  if (tenant === undefined) {
    throw new CommandFailure(
      `There is no tenant ${idOrName}: \`tracking tenant list\` lists them.`,
    );
  }
  if (others.length > 0) {
    throw new CommandFailure(
      `${String(others.length + 1)} tenants are called ${idOrName}: give the id, which \`tracking tenant list\` shows.`,
    );
  }
  return tenant;
}

/** As `requireTenant`, for what makes no sense in a tenant whose users cannot sign in and whose keys do not work. */
export async function requireActiveTenant(pool: Pool, idOrName: string): Promise<TenantRecord> {
  const tenant = await requireTenant(pool, idOrName);
  if (tenant.active) return tenant;
  throw new CommandFailure(
    `${tenant.name} is inactive: activate it first with \`tracking tenant activate ${tenant.id}\`.`,
  );
}

/** Throws a CommandFailure when nobody has this address. */
export async function requireUser(pool: Pool, email: string): Promise<FoundUser> {
  const user = await findUserByEmail(pool, email);
  if (user !== null) return user;
  throw new CommandFailure(`There is no user with the e-mail address ${email}: check it.`);
}

// far above what a projector that runs needs
const visibleWithinMs = 5_000;

/** Whether the read API and the tracking pages have caught up with what was written at the position. */
export async function isVisible(
  pool: Pool,
  position: Parameters<typeof waitUntilApplied>[1],
): Promise<boolean> {
  return waitUntilApplied(pool, position, visibleWithinMs);
}

/** Said when it has not. */
export const notVisibleYet =
  "Readers do not see this yet, because the projector is behind or does not run: `tracking doctor` says more.";
