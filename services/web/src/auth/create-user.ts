import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
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
}

export type CreateUserOutcome =
  | { readonly outcome: "created"; readonly userId: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** Makes an active user. An e-mail address can have one user only, in any case and over all tenants: it is what users sign in with. */
export async function createUser(db: Queryable, user: NewUser): Promise<CreateUserOutcome> {
  const email = cleanEmail(user.email);
  if (email === null) return refused("The e-mail address is not valid.");
  const name = cleanText(user.name, { max: 200 });
  if (!name.ok) return refused(`The name ${name.reason}.`);
  if (name.text === "") return refused("The name must not be blank.");
  const fault = passwordFault(user.password, { email, name: name.text });
  if (fault !== null) return refused(`The password ${fault}.`);
  const row = {
    ...user,
    id: newId(),
    email,
    name: name.text,
    passwordHash: await hashPassword(user.password),
  };
  return (await insertUser(db, row))
    ? { outcome: "created", userId: row.id }
    : refused("There is a user with this e-mail address already.");
}

function refused(reason: string): CreateUserOutcome {
  return { outcome: "refused", reason };
}

/** False when the e-mail address is taken. */
async function insertUser(
  db: Queryable,
  user: Omit<NewUser, "password"> & { readonly id: string; readonly passwordHash: string },
): Promise<boolean> {
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
