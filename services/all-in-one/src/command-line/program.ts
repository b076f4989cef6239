import { Command, Option } from "commander";
import { addAdministration } from "./administration-program.ts";
import type { ExitListener } from "./exit-listener.ts";
import { importCommand, type CommandWorld, type ImportOptions } from "./import-command.ts";
import {
  parkedCommand,
  type ParkedOptions,
  parkingConsumers,
  unparkCommand,
} from "./parked-commands.ts";

/** The `tracking` command line. */
export function createProgram(world: CommandWorld, onExit: ExitListener): Command {
  const program = new Command("tracking")
    .description("Work with a shipment tracking service from the command line.")
    .showHelpAfterError("(add --help to see what there is)")
    .addHelpText("after", environmentHelp);
  addImport(program, world, onExit);
  addParked(program, world, onExit);
  addUnpark(program, world, onExit);
  addAdministration(program, world, onExit);
  return program;
}

function addImport(program: Command, world: CommandWorld, onExit: ExitListener): void {
  program
    .command("import")
    .summary("import shipments or tracking events from a CSV file")
    .description(
      "Uploads a CSV file to the running service, follows the import, and says which lines were rejected and why. " +
        "Lines that are in already count as duplicates: importing a file twice adds nothing.",
    )
    .argument("<file>", "CSV file with a header line, at most 20 MB; - reads standard input")
    .addOption(
      new Option("-k, --kind <kind>", "what the file holds")
        .choices(["shipments", "events"])
        .makeOptionMandatory(),
    )
    .option("--url <address>", "the service, for example http://localhost:8080")
    .option("--email <address>", "sign in as this user (a dispatcher or an admin)")
    .option("--password-file <file>", "file that holds the user's password")
    .option("--json", "print the result as one line of JSON, without progress")
    .addHelpText("after", importHelp)
    .action(async (file: string, options: ImportOptions) => {
      onExit(await importCommand(file, options, world));
    });
}

function addParked(program: Command, world: CommandWorld, onExit: ExitListener): void {
  program
    .command("parked")
    .summary("list the shipments that wait because one of their events cannot be read")
    .description(
      "Lists the streams that the projector has parked: an event of theirs could not be applied, so this one and the later ones wait, and readers see the state before it. With --consumer webhooks: those that the webhook worker has parked, which send no webhooks meanwhile.",
    )
    .addOption(consumerOption())
    .option("--json", "print one line of JSON per stream")
    .action(async (options: ParkedOptions) => {
      onExit(await parkedCommand(options, world));
    });
}

function addUnpark(program: Command, world: CommandWorld, onExit: ExitListener): void {
  program
    .command("unpark")
    .summary("apply the waiting events of a parked shipment again")
    .description(
      "Applies a parked stream's events again from the log, once the cause is out of the way (usually a newer version of the service).",
    )
    .argument("<streamId>", "the stream's id, as `tracking parked` lists it")
    .addOption(consumerOption())
    .action(async (streamId: string, options: Pick<ParkedOptions, "consumer">) => {
      onExit(await unparkCommand(streamId, options, world));
    });
}

function consumerOption(): Option {
  return new Option("--consumer <name>", "which reader of the log has parked it")
    .choices(parkingConsumers)
    .default("projector");
}

const environmentHelp = `
Environment:
  DATA_DIR                 data directory of the service (default ./data): where its address and demo logins are found
  TRACKING_URL             the service's address, like --url
  TRACKING_EMAIL           the user, like --email
  TRACKING_PASSWORD        the user's password, instead of --password-file
  DATABASE_URL             database as its owner, for tenant, user, key, migrate, doctor and seed (default: that of the
                           service that runs in DATA_DIR); WEB_DATABASE_URL: as the web application
  PROJECTOR_DATABASE_URL   database of the projector, for parked, unpark and doctor; WEBHOOKS_DATABASE_URL: as the webhook worker
  PUBLIC_URL               address that browsers use, for set-up and reset links (default: the running service's)`;

const importHelp = `
Columns, in any order (the ones in brackets may be missing):
  shipments   shipmentNumber, mode, [originCity, originCountryCode, originAddressLine1, originPostalCode, originTimeZone,
              destCity, destCountryCode, destAddressLine1, destPostalCode, destTimeZone,
              pickupScheduledAt, deliveryScheduledAt, carrierName, reference, internalNotes]
  events      shipmentNumber, eventType, city, eventAt, [timeZone, description, internalNote, externalId]

Times carry an offset (2026-03-29T14:30:00+02:00), or are local to the line's time zone (Europe/Zurich).
Without --url and --email the demo installation in DATA_DIR is used, signed in as its first dispatcher.

Exit code: 0 every line is in, 2 some lines were rejected, 1 the import failed or could not start.

Examples:
  tracking import --kind shipments shipments.csv
  tracking import --kind events --url https://tracking.example.com --email ann@example.com --password-file ann.txt scans.csv
  zcat scans.csv.gz | tracking import --kind events -`;
