import {
  createTenant,
  listTenants,
  passwordLinkUrl,
  readInvitation,
  setTenantActive,
  type TenantRecord,
} from "@shipment-tracking/web-service";
import {
  accepted,
  commandLine,
  isVisible,
  notVisibleYet,
  requireTenant,
} from "./administration.ts";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { print, type OutputOptions } from "./output.ts";
import { writeLine } from "./terminal.ts";
import { withWebDatabase } from "./with-database.ts";

export interface CreateTenantOptions extends OutputOptions {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminName?: string;
}

/** `tracking tenant create` */
export async function createTenantCommand(
  options: CreateTenantOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const given = { email: options.adminEmail, name: options.adminName, role: "admin" } as const;
  const { email, name } = accepted(readInvitation(given));
  return withWebDatabase<ExitCode>(world.env, async (pool, { publicUrl }) => {
    const wanted = { name: options.name, admin: { email, name }, actor: commandLine };
    const made = await createTenant(pool, wanted);
    if (made.outcome === "refused") throw new CommandFailure(made.reason);
    const { tenantId, admin } = made;
    if (admin === null) throw new Error("The tenant was made without its administrator");
    const tenant = await requireTenant(pool, tenantId);
    const setUpUrl = passwordLinkUrl(publicUrl, { purpose: "set_up", token: admin.token });
    print(world, options, {
      json: { tenant: tenantJson(tenant), admin: { id: admin.userId, email, name }, setUpUrl },
      lines: [
        `Created the tenant ${tenant.name} (${tenant.id}).`,
        `${name} <${email}> chooses a password here; the link works once, within 7 days:`,
        `  ${setUpUrl}`,
      ],
    });
    return 0;
  });
}

/** `tracking tenant list`: with `--json` a line for each tenant. */
export async function listTenantsCommand(
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const tenants = await withWebDatabase(world.env, listTenants);
  if (tenants.length === 0 && options.json !== true) {
    writeLine(world.terminal.out, "There is no tenant: `tracking tenant create` makes one.");
  }
  for (const tenant of tenants) {
    print(world, options, { json: tenantJson(tenant), lines: [tenantLine(tenant)] });
  }
  return 0;
}

export interface TenantChange extends OutputOptions {
  readonly active: boolean;
}

/** `tracking tenant activate` and `deactivate`: exit code 2 when readers do not see the change yet. */
export async function setTenantActiveCommand(
  idOrName: string,
  change: TenantChange,
  world: CommandWorld,
): Promise<ExitCode> {
  const { active } = change;
  return withWebDatabase<ExitCode>(world.env, async (pool) => {
    const before = await requireTenant(pool, idOrName);
    const position = await setTenantActive(pool, before.id, { active, actor: commandLine });
    if (position === null) throw new CommandFailure(`There is no tenant ${idOrName} any more.`);
    const visible = await isVisible(pool, position);
    const tenant = { ...before, active };
    print(world, change, {
      json: { tenant: tenantJson(tenant), changed: before.active !== active, visible },
      lines: [changeLine(tenant, before.active), ...(visible ? [] : [notVisibleYet])],
    });
    return visible ? 0 : 2;
  });
}

function changeLine({ name, active }: TenantRecord, wasActive: boolean): string {
  const state = active ? "active" : "inactive";
  if (active === wasActive) return `${name} is ${state} already.`;
  return active
    ? `${name} is active again: its API keys and tracking links work, its users can sign in.`
    : `${name} is inactive: its API keys and tracking links do not work, its users are signed out.`;
}

function tenantJson({ id, name, active, createdAt, users }: TenantRecord): object {
  return { id, name, active, createdAt, users };
}

function tenantLine({ id, name, active, createdAt, users }: TenantRecord): string {
  const state = active ? "active" : "inactive";
  const count = users === 1 ? "1 user" : `${String(users)} users`;
  return `${id}  ${state.padEnd(8)}  ${createdAt.slice(0, 10)}  ${count.padEnd(7)}  ${name}`;
}
