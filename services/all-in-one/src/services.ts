import { buildApi, createKeyUseRecorder, readApiOwns } from "@shipment-tracking/api-service";
import { ping, type Pool } from "@shipment-tracking/postgres";
import { readProjectorLag, startProjector } from "@shipment-tracking/projector-service";
import {
  checkConsumer,
  ConfigurationError,
  type Dispatch,
  type Logger,
  type PrivatePort,
} from "@shipment-tracking/runtime";
import { appliedPositions, projectorConsumer } from "@shipment-tracking/read-model";
import { type SecretKey } from "@shipment-tracking/secrets";
import {
  buildWeb,
  countOccurrences,
  importWorker,
  type MailSettings,
  type WebDeps,
} from "@shipment-tracking/web-service";
import { readIngested } from "@shipment-tracking/webhooks-service";
import type { FastifyInstance } from "fastify";
import { caughtUp } from "./caught-up.ts";
import type { Settings } from "./config.ts";
import { openPools, type RolePools } from "./database/role-pools.ts";
import type { RoleUrls } from "./database/role-urls.ts";
import { hasTenants } from "./demo/demo-state.ts";
import { openLog } from "./open-log.ts";
import { openWebhooks } from "./open-webhooks.ts";
import type { Shutdown } from "./shutdown.ts";
import { StartupError } from "./startup-error.ts";

export interface ServicesOptions {
  readonly settings: Settings;
  readonly urls: RoleUrls;
  readonly publicUrl: string;
  readonly secretKey: SecretKey;
  /** The demo tenants were made by an earlier start. */
  readonly demoIsKnown: boolean;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly privatePort: PrivatePort;
}

export interface Services {
  /** Of the web application's role, for commands that no request gives. */
  readonly webPool: Pool;
  readonly dispatch: Dispatch;
  readonly apps: readonly { close(): PromiseLike<unknown> }[];
  /** Tells the projector that something was committed. */
  wakeLog(): void;
  /** From now on the mails of a demonstration without a mail server can be read at /dev/mail. */
  openMailbox(): void;
  /** Waits until the read tables show all that is committed now. */
  catchUp(signal: AbortSignal): Promise<void>;
  /** Waits until everything that is committed now has become its webhooks. */
  catchUpWebhooks(signal: AbortSignal): Promise<void>;
}

/** The services of the architecture in one process: each with the pool and the rights that it has alone. */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { settings, urls, log, shutdown, privatePort } = options;
  const pools = openPools({ urls, log, shutdown });
  for (const [role, pool] of Object.entries(pools)) privatePort.watchPool(role, pool);
  privatePort.check("database", () => ping(pools.web));
  const { engine, wake: wakeRelay } = await openLog({ ...options, pools });
  const databases = { read: pools.projector, log: pools.projector };
  const probe = privatePort.consumers.add(projectorConsumer, () => readProjectorLag(databases));
  const projector = await startProjector({ engine, pool: pools.projector, log, probe });
  shutdown.add("projector", () => projector.stop());
  privatePort.check("projector", checkConsumer(projector));
  const demo = await isDemo(options, pools);
  const webhookSettings = demo ? { ...settings.webhooks, rules: demoTargets } : settings.webhooks;
  const worker = { ...options, settings: webhookSettings, engine, pool: pools.webhooks };
  const webhooks = await openWebhooks(worker);
  const wakeLog = (): void => {
    wakeRelay();
    projector.wake();
    webhooks.wake();
  };
  let mailboxIsOpen = false;
  const mail = settings.mail(options.publicUrl) ?? {
    kind: "mailbox" as const,
    isOpen: () => mailboxIsOpen,
  };
  const { api, web } = await buildApps({
    ...options,
    pools,
    mail,
    wakeLog,
    webhooks: {
      rules: webhookSettings.rules,
      wakeDispatch: webhooks.wakeDispatch,
    },
    receivesWebhooks: demo,
  });
  return {
    webPool: pools.web,
    apps: [web, api],
    wakeLog,
    openMailbox: () => {
      mailboxIsOpen = true;
    },
    dispatch: (request, response) => {
      const app = readApiOwns(request.url ?? "/") ? api : web;
      app.routing(request, response);
    },
    catchUp: async (signal) => {
      const positions = (parts: readonly number[]) => appliedPositions(pools.projector, parts);
      const done = await caughtUp({ engine, positions, timeoutMs: 10_000, signal });
      if (!done) log.warn("the read tables are still behind the log");
    },
    catchUpWebhooks: async (signal) => {
      const positions = () => readIngested(pools.webhooks);
      const done = await caughtUp({ engine, positions, timeoutMs: 10_000, signal });
      if (!done) log.warn("webhooks are still behind the log");
    },
  };
}

/** Not where the tenants are somebody else's. */
async function isDemo(
  { settings, demoIsKnown }: ServicesOptions,
  pools: RolePools,
): Promise<boolean> {
  return settings.demo && (demoIsKnown || !(await hasTenants(pools.web)));
}

/** A demonstration may send to receivers on this machine: its own is one. Everywhere else only the settings say so. */
const demoTargets = { allowHttp: true, allowLoopback: true, ports: "any" } as const;

interface Apps extends ServicesOptions {
  readonly pools: RolePools;
  readonly mail: MailSettings;
  readonly webhooks: NonNullable<WebDeps["webhooks"]>;
  readonly receivesWebhooks: boolean;
  wakeLog(): void;
}

async function buildApps(options: Apps): Promise<{ api: FastifyInstance; web: FastifyInstance }> {
  const { settings, pools, publicUrl, secretKey, wakeLog, log, shutdown } = options;
  const { trustProxy, cacheBytes } = settings;
  const { http: metrics, registry } = options.privatePort;
  shutdown.add("counting", countOccurrences(registry));
  const keyUses = createKeyUseRecorder({ db: pools.usage, log });
  shutdown.add("use of API keys", () => keyUses.close());
  const recordKeyUse = (keyId: string): void => keyUses.record(keyId);
  const api = await buildApi({
    pool: pools.api,
    log,
    trustProxy,
    recordKeyUse,
    metrics,
    cacheBytes,
  });
  const exclusive = settings.databaseUrl === null;
  const worker = importWorker({ pool: pools.web, log, wakeLog, exclusive });
  shutdown.add("imports", () => worker.stop());
  const web = buildWeb({
    pool: pools.web,
    log,
    publicUrl,
    secrets: [secretKey],
    trustProxy,
    metrics,
    mail: options.mail,
    webhooks: options.webhooks,
    receivesWebhooks: options.receivesWebhooks,
    consoleDir: settings.consoleDir,
    wakeLog,
    wakeImports: () => worker.wake(),
    fetchTracking: async (token) => {
      const { statusCode, body, headers } = await api.inject(`/api/track/${token}`);
      return { status: statusCode, body, etag: headers.etag };
    },
  });
  await readyWithOurKey(web);
  return { api, web };
}

async function readyWithOurKey(web: FastifyInstance): Promise<void> {
  try {
    await web.ready();
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new StartupError(
      "The database was set up from another data directory, whose secrets.json holds the key of its tracking links: set DATA_DIR to that directory, or use an empty database.",
      { cause },
    );
  }
}
