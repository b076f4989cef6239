import pg from "pg";
import { withClient } from "./client.ts";

/** The group roles that the migrations grant rights to; nobody logs in as one of them. */
export const groupRoles = {
  web: "tracking_web",
  projector: "tracking_projector",
  api: "tracking_api",
  usage: "tracking_usage",
  relay: "tracking_relay",
  webhooks: "tracking_webhooks",
} as const;

export type RoleName = keyof typeof groupRoles;
// as: the object has no other keys
export const roleNames = Object.keys(groupRoles) as readonly RoleName[];

/** The same for every role. */
export function forEachRole<Value>(make: (role: RoleName) => Value): Record<RoleName, Value> {
  return {
    web: make("web"),
    projector: make("projector"),
    api: make("api"),
    usage: make("usage"),
    relay: make("relay"),
    webhooks: make("webhooks"),
  };
}

/** The connected user lacks a right that setting up needs; `message` is a sentence with the remedy. */
export class MissingRightError extends Error {
  override readonly name = "MissingRightError";
}

/**
 * Makes the NOLOGIN group roles that are missing. Several processes may do so at once. Throws `MissingRightError` when a role is missing and the user
 * of `url` may not create roles.
 */
export async function ensureRoles(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const present = await existingRoles(client, Object.values(groupRoles));
    for (const role of Object.values(groupRoles)) {
      if (!present.has(role)) await createRole(client, role, "nologin");
    }
  });
}

export interface LoginRoles {
  /** The roles are called `<prefix>_web` and so on. */
  readonly prefix: string;
  readonly passwords: Readonly<Record<RoleName, string>>;
}

/**
 * Makes one login role per group role, a member of it, with the given password (set again when the role exists). Returns `url` rewritten per role.
 * Needs `ensureRoles` before.
 */
export async function ensureLoginRoles(
  url: string,
  { prefix, passwords }: LoginRoles,
): Promise<Readonly<Record<RoleName, string>>> {
  await ensureLogins(
    url,
    roleNames.map((role) => ({ role, user: `${prefix}_${role}`, password: passwords[role] })),
  );
  return forEachRole((name) => asLogin(url, `${prefix}_${name}`, passwords[name]));
}

/** A role that can log in. */
export interface Login {
  /** The part of the service that logs in. */
  readonly role: RoleName;
  readonly user: string;
  readonly password: string;
}

/** Makes the users that are missing, members of their group role, and sets their passwords. Needs `ensureRoles` before. */
export async function ensureLogins(url: string, logins: readonly Login[]): Promise<void> {
  await withClient(url, async (client) => {
    const present = await existingRoles(
      client,
      logins.map(({ user }) => user),
    );
    for (const { role, user, password } of logins) {
      if (!present.has(user)) await createRole(client, user, "login");
      await adoptRole(client, { role: user, group: groupRoles[role], password });
    }
  });
}

async function existingRoles(
  client: pg.Client,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ rolname: string }>({
    text: `
      select roles.rolname
      from pg_catalog.pg_roles as roles
      where roles.rolname = any ($1::text[])`,
    values: [names],
  });
  return new Set(rows.map((row) => row.rolname));
}

/** `create role` has no `if not exists`: a process that was faster is as good. */
async function createRole(
  client: pg.Client,
  role: string,
  kind: "login" | "nologin",
): Promise<void> {
  try {
    await client.query(`create role ${pg.escapeIdentifier(role)} ${kind}`);
  } catch (error) {
    if (codeOf(error) === duplicateObject || codeOf(error) === uniqueViolation) return;
    throw missingRight(error, `create the role ${role}`);
  }
}

/** Two sessions that alter one role fail with "tuple concurrently updated": an advisory lock puts them in a row. */
async function adoptRole(
  client: pg.Client,
  grant: { role: string; group: string; password: string },
): Promise<void> {
  const role = pg.escapeIdentifier(grant.role);
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtext('tracking login roles'))");
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(grant.password)}`);
    await client.query(`grant ${pg.escapeIdentifier(grant.group)} to ${role}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw missingRight(error, `set up the role ${grant.role}`);
  }
}

const duplicateObject = "42710";
const uniqueViolation = "23505";
const insufficientPrivilege = "42501";

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

function missingRight(error: unknown, action: string): unknown {
  if (codeOf(error) !== insufficientPrivilege) return error;
  return new MissingRightError(
    `The database user may not ${action}. Give it CREATEROLE, or have an administrator create the roles ${Object.values(groupRoles).join(", ")} first.`,
    { cause: error },
  );
}

function asLogin(url: string, user: string, password: string): string {
  const login = new URL(url);
  login.username = encodeURIComponent(user);
  login.password = encodeURIComponent(password);
  return login.href;
}
