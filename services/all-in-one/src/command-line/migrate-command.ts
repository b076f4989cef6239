import { ensureTopic } from "@shipment-tracking/event-log";
import { ensureLogins, ensureRoles, migrate, MissingRightError } from "@shipment-tracking/postgres";
import { kafkaConnection, loadConfig, settings } from "@shipment-tracking/runtime";
import { z } from "zod";
import { migrationSets } from "../database/migration-sets.ts";
import { CommandFailure } from "./command-failure.ts";
import type { Environment } from "./connection.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { type DatabaseAddress, findInstallation } from "./installation.ts";
import { loginsOf } from "./logins-of.ts";
import { print, type OutputOptions } from "./output.ts";
import { explained, requireAddress } from "./with-database.ts";

export interface MigrateOptions extends OutputOptions {
  /** Also makes the users that the services log in as. */
  readonly logins?: boolean | undefined;
}

/** `tracking migrate`: makes the group roles, tables, users and the topic that are missing. Several may run at once. */
export async function migrateCommand(
  options: MigrateOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const address = requireAddress(findInstallation(world.env), "owner");
  const logins = options.logins === true ? loginsOf(world.env, address.url) : [];
  const applied = await migrateDatabase(address, logins);
  const topic = await makeTopic(world.env);
  print(world, options, {
    json: { applied, logins: logins.map(({ role, user }) => ({ role, user })), topic },
    lines: [
      ...(applied.length === 0
        ? ["The database is up to date."]
        : applied.map(({ set, name }) => `Migrated ${set}: ${name}`)),
      ...logins.map(({ role, user }) => `The user ${user} is ready for ${role}.`),
      ...(topic === null ? [] : [`The topic ${topic} is ready.`]),
    ],
  });
  return 0;
}

async function migrateDatabase(
  address: DatabaseAddress,
  logins: ReturnType<typeof loginsOf>,
): ReturnType<typeof migrate> {
  try {
    await ensureRoles(address.url);
    const applied = await migrate({ url: address.url, sets: migrationSets });
    if (logins.length > 0) await ensureLogins(address.url, logins);
    return applied;
  } catch (error) {
    if (error instanceof MissingRightError) {
      throw new CommandFailure(error.message, { cause: error });
    }
    throw explained(error, address);
  }
}

/** The topic of the brokers that the environment names; null for none. */
async function makeTopic(env: Environment): Promise<string | null> {
  const connection = kafkaConnection(loadConfig(z.object(settings.kafka()), env));
  if (connection === null) return null;
  await ensureTopic(connection);
  return connection.topic;
}
