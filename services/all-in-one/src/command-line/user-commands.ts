import {
  changeUser,
  type FoundUser,
  inRepeatedTransaction,
  inviteUser,
  makePasswordLink,
  passwordLinkUrl,
  readInvitation,
  type Role,
} from "@shipment-tracking/web-service";
import { accepted, contextOf, requireActiveTenant, requireUser } from "./administration.ts";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { print, type OutputOptions } from "./output.ts";
import { withWebDatabase } from "./with-database.ts";

export interface CreateUserOptions extends OutputOptions {
  /** Id or name. */
  readonly tenant: string;
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
}

/** `tracking user create`: again for somebody who has no password yet makes another link. */
export async function createUserCommand(
  options: CreateUserOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const invitation = accepted(readInvitation(options));
  return withWebDatabase<ExitCode>(world.env, async (pool, { publicUrl }) => {
    const tenant = await requireActiveTenant(pool, options.tenant);
    const context = contextOf(tenant.id);
    const invited = await inRepeatedTransaction(pool, (tx) => inviteUser(tx, context, invitation));
    if (invited.outcome === "taken") {
      throw new CommandFailure(
        `There is a user with the e-mail address ${invitation.email} already: \`tracking user reset\` makes a link for a new password.`,
      );
    }
    const { user, token } = invited;
    const setUpUrl = passwordLinkUrl(publicUrl, { purpose: "set_up", token });
    print(world, options, {
      json: { user: userJson({ ...user, tenant }), setUpUrl },
      lines: [
        `${user.name} <${user.email}> is ${article(user.role)} of ${tenant.name} (${user.id}).`,
        `A password is chosen here; the link works once, within 7 days:`,
        `  ${setUpUrl}`,
      ],
    });
    return 0;
  });
}

/** `tracking user reset`: prints a one-time link. Password and sessions stay until it is used. */
export async function resetUserCommand(
  email: string,
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  return withWebDatabase<ExitCode>(world.env, async (pool, { publicUrl }) => {
    const user = await requireUser(pool, email);
    if (!user.active) {
      throw new CommandFailure(
        `${user.email} is deactivated: an administrator of ${user.tenant.name} can activate the user again.`,
      );
    }
    await requireActiveTenant(pool, user.tenant.id);
    const context = contextOf(user.tenant.id);
    const link = await inRepeatedTransaction(pool, (tx) => makePasswordLink(tx, context, user));
    const url = passwordLinkUrl(publicUrl, link);
    const within = link.purpose === "reset" ? "30 minutes" : "7 days";
    print(world, options, {
      json: { user: userJson(user), purpose: link.purpose, url },
      lines: [
        `${user.name} <${user.email}> sets a new password here; the link works once, within ${within}:`,
        `  ${url}`,
      ],
    });
    return 0;
  });
}

/** `tracking user deactivate`: ends the user's sessions and links. */
export async function deactivateUserCommand(
  email: string,
  options: OutputOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  return withWebDatabase<ExitCode>(world.env, async (pool) => {
    const user = await requireUser(pool, email);
    const context = contextOf(user.tenant.id);
    const change = { userId: user.id, change: { active: false } };
    const result = await inRepeatedTransaction(pool, (tx) => changeUser(tx, context, change));
    if (result.outcome === "rejected") throw new CommandFailure(result.rejection.reason);
    print(world, options, {
      json: { user: userJson({ ...user, active: false }), changed: user.active },
      lines: [
        user.active
          ? `${user.name} <${user.email}> can no longer sign in and is signed out.`
          : `${user.name} <${user.email}> is deactivated already.`,
      ],
    });
    return 0;
  });
}

type ShownUser = Pick<FoundUser, "id" | "email" | "name" | "role" | "active"> & {
  readonly tenant: { readonly id: string; readonly name: string };
};

function userJson({ id, email, name, role, active, tenant }: ShownUser): object {
  return { id, email, name, role, active, tenant: { id: tenant.id, name: tenant.name } };
}

function article(role: Role): string {
  return role === "admin" ? "an admin" : `a ${role === "billing" ? "billing user" : role}`;
}
