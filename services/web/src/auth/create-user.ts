import type { Actor } from "@shipment-tracking/contracts";
import type { TenantId } from "@shipment-tracking/domain";
import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { inRepeatedTransaction, isPool } from "../commands/transaction.ts";
import { newId } from "../ids.ts";
import { cleanText } from "../validation/clean-text.ts";
import { cleanEmail } from "./email-field.ts";
import { hashPassword, passwordFault } from "./passwords.ts";
import type { Role } from "./roles.ts";

export interface NewUser {
  readonly tenantId: TenantId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  /** Who makes the user, for the audit log; the system when absent. */
  readonly actor?: Actor;
}

export type CreateUserOutcome =
  | { readonly outcome: "created"; readonly userId: string }
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * Makes an active user, in a transaction of its own or in the given one. An e-mail address can have one user only, in any case and over all tenants: it is
 * what users sign in with.
 */
export async function createUser(db: Pool | Queryable, user: NewUser): Promise<CreateUserOutcome> {
  const email = cleanEmail(user.email);
  if (email === null) return refused("The e-mail address is not valid.");
  const name = cleanText(user.name, { max: 200 });
  if (!name.ok) return refused(`The name ${name.reason}.`);
  if (name.text === "") return refused("The name must not be blank.");
  const fault = passwordFault(user.password, { email, name: name.text });
  if (fault !== null) return refused(`The password ${fault}.`);
  // before the transaction: it takes a while
  const passwordHash = await hashPassword(user.password);
  const row = { ...user, id: newId(), email, name: name.text, passwordHash };
  const made = isPool(db)
    ? await inRepeatedTransaction(db, (tx) => insertWithAudit(tx, row))
    : await insertWithAudit(db, row);
  return made
    ? { outcome: "created", userId: row.id }
    : refused("There is a user with this e-mail address already.");
}

function refused(reason: string): CreateUserOutcome {
  return { outcome: "refused", reason };
}

type UserRow = Omit<NewUser, "password"> & { readonly id: string; readonly passwordHash: string };

/** False when the e-mail address is taken. */
async function insertWithAudit(tx: Queryable, user: UserRow): Promise<boolean> {
  if (!(await insertUser(tx, user))) return false;
  const { tenantId, id, email, name, role, actor = { kind: "system", id: null } } = user;
  const subject = { type: "user", id };
  const details = { email, name, role };
  await recordAudit(tx, [{ tenantId, actor, action: "user.created", subject, details }]);
  return true;
}

/** False when the e-mail address is taken. */
async function insertUser(db: Queryable, user: UserRow): Promise<boolean> {
  const { rows } = await db.query({
    name: "insert_user",
    text: `
      insert into write.users (id, tenant_id, email, name, role, password_hash, active, created_at)
      values ($1, $2, $3, $4, $5, $6, true, now())
      on conflict (lower(email)) do nothing
      returning users.id`,
    values: [user.id, user.tenantId, user.email, user.name, user.role, user.passwordHash],
  });
  return rows.length > 0;
}
