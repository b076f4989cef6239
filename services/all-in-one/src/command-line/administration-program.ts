import { roles } from "@shipment-tracking/web-service";
import { type Command, Option } from "commander";
import { doctorCommand } from "./doctor/doctor-command.ts";
import type { ExitListener } from "./exit-listener.ts";
import type { CommandWorld } from "./import-command.ts";
import { createKeyCommand, type CreateKeyOptions, revokeKeyCommand } from "./key-commands.ts";
import { listKeysCommand } from "./list-keys-command.ts";
import { migrateCommand, type MigrateOptions } from "./migrate-command.ts";
import type { OutputOptions } from "./output.ts";
import { rebuildCommand, type RebuildCommandOptions } from "./rebuild-command.ts";
import { restoredCommand } from "./restored-command.ts";
import { seedCommand } from "./seed-command.ts";
import {
  createTenantCommand,
  type CreateTenantOptions,
  listTenantsCommand,
  setTenantActiveCommand,
} from "./tenant-commands.ts";
import {
  createUserCommand,
  type CreateUserOptions,
  deactivateUserCommand,
  resetUserCommand,
} from "./user-commands.ts";

const tenantOption = "the tenant's id, or its name";

/** What the operator of an installation does; docs/operations.md describes the JSON. */
export function addAdministration(
  program: Command,
  world: CommandWorld,
  onExit: ExitListener,
): void {
  addTenant(program, world, onExit);
  addUser(program, world, onExit);
  addKey(program, world, onExit);
  addInstallation(program, world, onExit);
}

function addTenant(program: Command, world: CommandWorld, onExit: ExitListener): void {
  const tenant = program
    .command("tenant")
    .summary("create, list, activate and deactivate tenants")
    .description("Create, list, activate and deactivate the companies that use the installation.");
  withJson(tenant.command("create"))
    .summary("make a tenant with its first administrator")
    .description(
      "Makes a tenant and prints a link with which its first administrator sets a password. The link works once.",
    )
    .requiredOption("--name <name>", "the company's name")
    .requiredOption("--admin-email <address>", "what the administrator signs in with")
    .option("--admin-name <name>", "the administrator's name (default: what stands before the @)")
    .action(async (options: CreateTenantOptions) => {
      onExit(await createTenantCommand(options, world));
    });
  withJson(tenant.command("list"))
    .description("Lists all tenants: id, state, day of creation, active users, name.")
    .action(async (options: OutputOptions) => {
      onExit(await listTenantsCommand(options, world));
    });
  for (const active of [true, false]) {
    withJson(tenant.command(active ? "activate" : "deactivate"))
      .description(
        active
          ? "Lets a tenant's users sign in again; its API keys and tracking links work as before."
          : "Signs all users of a tenant out and stops its API keys and tracking links, within 2 seconds everywhere. Nothing is deleted.",
      )
      .argument("<tenant>", tenantOption)
      .action(async (idOrName: string, options: OutputOptions) => {
        onExit(await setTenantActiveCommand(idOrName, { ...options, active }, world));
      });
  }
}

function addUser(program: Command, world: CommandWorld, onExit: ExitListener): void {
  const user = program
    .command("user")
    .summary("create and deactivate users, reset passwords")
    .description("Create and deactivate users of any tenant, and let them set new passwords.");
  withJson(user.command("create"))
    .description(
      "Makes a user and prints a link with which a password is set. Again for somebody without a password: another link.",
    )
    .requiredOption("--tenant <tenant>", tenantOption)
    .requiredOption("--email <address>", "what the user signs in with")
    .option("--name <name>", "the user's name (default: what stands before the @)")
    .addOption(
      new Option("--role <role>", "what the user may do").choices(roles).makeOptionMandatory(),
    )
    .action(async (options: CreateUserOptions) => {
      onExit(await createUserCommand(options, world));
    });
  withJson(user.command("reset"))
    .description(
      "Prints a link with which the user sets a new password. The link works once; password and sessions stay until then.",
    )
    .argument("<email>", "the user's e-mail address")
    .action(async (email: string, options: OutputOptions) => {
      onExit(await resetUserCommand(email, options, world));
    });
  withJson(user.command("deactivate"))
    .description("Signs a user out for good. A tenant's last administrator stays.")
    .argument("<email>", "the user's e-mail address")
    .action(async (email: string, options: OutputOptions) => {
      onExit(await deactivateUserCommand(email, options, world));
    });
}

function addKey(program: Command, world: CommandWorld, onExit: ExitListener): void {
  const key = program
    .command("key")
    .summary("create, list and revoke API keys")
    .description("Create, list and revoke keys for the read API.");
  withJson(key.command("create"))
    .description("Makes an API key and prints it, this once.")
    .requiredOption("--tenant <tenant>", tenantOption)
    .requiredOption("--name <name>", "what the key is for")
    .option(
      "--expires-at <time>",
      "when it ends, for example 2027-01-01T00:00:00Z (default: never)",
    )
    .action(async (options: CreateKeyOptions) => {
      onExit(await createKeyCommand(options, world));
    });
  withJson(key.command("list"))
    .description("Lists a tenant's API keys: id, state, first and last characters, use, name.")
    .requiredOption("--tenant <tenant>", tenantOption)
    .action(async (options: OutputOptions & { readonly tenant: string }) => {
      onExit(await listKeysCommand(options, world));
    });
  withJson(key.command("revoke"))
    .description("Stops an API key for good, within 2 seconds everywhere.")
    .argument("<id>", "the key's id, as `tracking key list` shows it; never the key itself")
    .action(async (id: string, options: OutputOptions) => {
      onExit(await revokeKeyCommand(id, options, world));
    });
}

function addInstallation(program: Command, world: CommandWorld, onExit: ExitListener): void {
  withJson(program.command("migrate"))
    .summary("bring the database up to date")
    .description(
      "Makes the roles and tables that are missing in the database and, with KAFKA_BROKERS, the topic. Changes nothing when there is nothing to do; several may run at once.",
    )
    .option(
      "--logins",
      "also make the users that WEB_DATABASE_URL, API_DATABASE_URL and so on name, with these passwords",
    )
    .action(async (options: MigrateOptions) => {
      onExit(await migrateCommand(options, world));
    });
  addRebuild(program, world, onExit);
  const commands = [
    {
      name: "doctor",
      run: doctorCommand,
      summary: "check the installation and say what to do",
      description:
        "Checks settings, data directory, database connections, version, migrations, encryption keys, the projector and the clock. Changes nothing. Exit code: 0 nothing fails, 1 something does.",
    },
    {
      name: "restored",
      run: restoredCommand,
      summary: "after a backup of the database was restored, before the services start",
      description:
        "Gives the log a new identity: records in Kafka that are younger than the backup count no more, and the relay publishes the log again. To be run after each restore.",
    },
    {
      name: "seed",
      run: seedCommand,
      summary: "add the demo data",
      description:
        "Adds the two demo companies to an installation without tenants, or what is missing of them, and writes demo.json.",
    },
  ];
  for (const { name, run, summary, description } of commands) {
    withJson(program.command(name))
      .summary(summary)
      .description(description)
      .action(async (options: OutputOptions) => {
        onExit(await run(options, world));
      });
  }
}

function addRebuild(program: Command, world: CommandWorld, onExit: ExitListener): void {
  withJson(program.command("rebuild"))
    .summary("make the read tables anew from the log, while everything runs")
    .description(
      "Fills new read tables from the log beside the live ones, verifies them against a second fold of the log, and switches to them in one transaction. Readers and the projector go on meanwhile; the earlier tables are kept. Interrupted, it leaves everything as it was.",
    )
    .option("--workers <number>", "parts of the log loaded at a time (default: cores, at most 4)")
    .option("--status", "list the generations of the read tables and what became of them")
    .option("--check", "only compare the live read tables with the log; changes nothing")
    .option("--rollback", "go back to the kept tables, once they have applied what came since")
    .option(
      "--accept-parked",
      "switch even if shipments go back because this version cannot read one of their events",
    )
    .action(async (options: RebuildCommandOptions) => {
      onExit(await rebuildCommand(options, world));
    });
}

function withJson(command: Command): Command {
  return command.option("--json", "print JSON, one object a line");
}
