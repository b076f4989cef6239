import { groupRoles, type Login, roleNames } from "@shipment-tracking/postgres";
import { CommandFailure } from "./command-failure.ts";
import type { Environment } from "./connection.ts";

/**
 * The users that the services' own settings (WEB_DATABASE_URL and so on) log in as: what a service connects with and what the database knows then
 * come from one place. Throws a CommandFailure when there is none, or when one of them is no user of its own.
 */
export function loginsOf(env: Environment, ownerUrl: string): readonly Login[] {
  const owner = new URL(ownerUrl).username;
  const logins = roleNames.flatMap((role) => {
    const variable = `${role.toUpperCase()}_DATABASE_URL`;
    const url = env[variable];
    if (url === undefined || url === "") return [];
    const login = { role, ...userOf(url, variable) };
    if (login.user === decodeURIComponent(owner) || isGroup(login.user)) {
      throw new CommandFailure(
        `${variable} logs in as ${login.user}, which is not a user of this service alone: name a user that migrate may make, for example ${groupRoles[role]}_login.`,
      );
    }
    return [login];
  });
  if (logins.length > 0) return logins;
  throw new CommandFailure(
    `No user to make: set ${roleNames.map((role) => `${role.toUpperCase()}_DATABASE_URL`).join(", ")} (or …_FILE) as for the services.`,
  );
}

function isGroup(user: string): boolean {
  return Object.values(groupRoles).some((group) => group === user);
}

function userOf(url: string, variable: string): Omit<Login, "role"> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || parsed.username === "" || parsed.password === "") {
    throw new CommandFailure(
      `${variable} names no user with a password: set it to postgres://user:password@host:5432/database.`,
    );
  }
  return {
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
  };
}
