import { rmSync } from "node:fs";
import type { SecretKey } from "@shipment-tracking/secrets";
import { createLogger, openPrivatePort, type Logger } from "@shipment-tracking/runtime";
import { defaultPublicUrl, type Settings } from "./config.ts";
import { openDataDirectory, type DataDirectory } from "./data-directory/open-data-directory.ts";
import { writePrivateJson } from "./data-directory/private-file.ts";
import { loadSecrets, secretKeyOf } from "./data-directory/secrets.ts";
import { openServiceLog } from "./data-directory/service-log.ts";
import { openDatabase } from "./database/open-database.ts";
import { prepareDatabase } from "./database/role-urls.ts";
import { type DemoFile, removeOutdatedDemoFile } from "./demo/demo-file.ts";
import { receiverUrl, seedWebhook } from "./demo/seed-webhook.ts";
import { startDemo } from "./demo/start-demo.ts";
import { openFrontDoor } from "./front-door.ts";
import { type Services, startServices } from "./services.ts";
import { createShutdown, type Shutdown } from "./shutdown.ts";
import type { StartupError } from "./startup-error.ts";
import { summary } from "./summary.ts";

export interface Terminal {
  /** For the person who started the service: progress, addresses. */
  say(text: string): void;
  /** Warnings and errors, one line each. */
  warn(line: string): void;
}

export interface StartOptions {
  readonly settings: Settings;
  readonly terminal: Terminal;
  /** Asks a start that is under way to end. */
  readonly signal: AbortSignal;
}

export interface RunningService {
  /** Settles when the service cannot go on. */
  readonly lost: Promise<StartupError>;
  /** Stops everything in order; resolves when nothing is left. */
  stop(): Promise<void>;
}

interface Start extends StartOptions {
  readonly directory: DataDirectory;
  readonly log: Logger;
  readonly shutdown: Shutdown;
}

/** Starts all of it. Throws, with nothing left running, a StartupError or ConfigurationError, or the signal's reason. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { settings, terminal } = options;
  const directory = openDataDirectory(settings.dataDir);
  const file = openServiceLog({ file: directory.logFile, onWarning: terminal.warn });
  const log = createLogger({ service: "all-in-one", level: settings.logLevel, destination: file });
  const shutdown = createShutdown(log);
  shutdown.add("data directory", () => directory.release());
  shutdown.add("log", () => file.close());
  const stop = async (): Promise<void> => {
    log.info("stopping");
    await shutdown.run();
  };
  try {
    return { ...(await startAll({ ...options, directory, log, shutdown })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(start: Start): Promise<Pick<RunningService, "lost">> {
  const { settings, terminal, directory, log, shutdown, signal } = start;
  const secrets = await loadSecrets(directory);
  const door = await openFrontDoor({ host: settings.host, port: settings.port, log });
  shutdown.add("port", () => door.close([]));
  const privatePort = await openPrivatePort({ ...settings.health, shutdown });
  const publicUrl = settings.publicUrl ?? defaultPublicUrl(settings.host, door.port);
  removeOutdatedDemoFile(directory.demoFile, publicUrl);
  const database = await openDatabase({ ...start, password: secrets.embeddedDatabasePassword });
  log.info("the database runs");
  signal.throwIfAborted();
  const urls = await prepareDatabase(database.url, secrets, (sentence) => log.info(sentence));
  log.info("the database is up to date");
  signal.throwIfAborted();
  const secretKey = secretKeyOf(secrets);
  const demoIsKnown = Object.keys(secrets.demo).length > 0;
  const services = await startServices({
    ...start,
    urls,
    publicUrl,
    secretKey,
    demoIsKnown,
    privatePort,
  });
  shutdown.add("requests", () => door.close(services.apps));
  const demo = await startDemo({ ...start, secretKey, services, publicUrl });
  // where the tenants are somebody else's, mails with links that set passwords are not shown to everybody
  if (demo !== null) services.openMailbox();
  log.info("the demo data is there");
  await services.catchUp(signal);
  if (demo !== null) await addReceiver(start, { secretKey, services, port: door.port, demo });
  door.open(services.dispatch);
  privatePort.started();
  shutdown.add("readiness", () => privatePort.drain());
  await announce(start, {
    pid: process.pid,
    publicUrl,
    urls: { ...urls, owner: database.url },
  });
  terminal.say(
    summary({
      publicUrl,
      demo,
      directory,
      simulator: settings.simulator,
      mailbox: settings.mail(publicUrl) === null,
      startMs: performance.now(),
    }),
  );
  log.info({ publicUrl, healthPort: privatePort.port }, "started");
  return { lost: database.lost };
}

/** The first demo company sends its webhooks to this process. What is in the log already is not sent. */
async function addReceiver(
  { settings, signal }: Start,
  on: {
    readonly secretKey: SecretKey;
    readonly services: Services;
    readonly port: number;
    readonly demo: DemoFile;
  },
): Promise<void> {
  const [tenant] = on.demo.tenants;
  const url = receiverUrl({ host: settings.host, port: on.port }, "demo");
  if (tenant === undefined || url === null) return;
  await on.services.catchUpWebhooks(signal);
  const { secretKey, services } = on;
  await seedWebhook({ pool: services.webPool, secretKey, tenantId: tenant.id, url });
}

/** runtime.json tells the command line where the service is, while it runs. */
async function announce({ directory, shutdown }: Start, runtime: object): Promise<void> {
  await writePrivateJson(directory.runtimeFile, runtime);
  shutdown.add("runtime.json", () => rmSync(directory.runtimeFile, { force: true }));
}
