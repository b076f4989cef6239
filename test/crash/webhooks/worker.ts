import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "@shipment-tracking/postgres";
import type { SeededRandom } from "../seeded-random.ts";
import { bundleServices } from "../system/bundle-services.ts";
import { freePorts } from "../system/free-ports.ts";
import { ServiceProcess } from "../system/service-process.ts";

export interface CrashingWorkerOptions {
  /** Of the worker's role. */
  readonly url: string;
  /** An owner's connections to the same database. */
  readonly admin: Pool;
  readonly secretKeys: string;
  readonly receiverPort: number;
}

/** One end of the worker's process. */
export interface Death {
  /** The failpoint, or `anywhere`. */
  readonly where: string;
  /** By the clock of `performance.now()`; not before the process has ended, and before the next one begins. */
  readonly at: number;
}

/** `services/webhooks` as a process of its own, to be killed. */
export class CrashingWorker {
  readonly deaths: Death[] = [];
  /** Ends that nobody asked for. */
  readonly surprises: string[] = [];
  readonly #process: ServiceProcess;
  readonly #admin: Pool;
  readonly #directory: string;

  private constructor(options: CrashingWorkerOptions, directory: string, at: Place) {
    this.#admin = options.admin;
    this.#directory = directory;
    this.#process = new ServiceProcess({
      component: "webhooks",
      file: at.file,
      env: {
        WEBHOOKS_DATABASE_URL: options.url,
        SECRET_KEYS: options.secretKeys,
        WEBHOOK_ALLOW_HTTP: "true",
        WEBHOOK_ALLOW_LOOPBACK: "true",
        WEBHOOK_PORTS: String(options.receiverPort),
        HEALTH_PORT: String(at.healthPort),
        LOG_LEVEL: "info",
      },
      healthUrl: `http://127.0.0.1:${String(at.healthPort)}`,
      logFile: join(directory, "webhooks.log"),
      onExit: ({ how, wanted }) => {
        if (!wanted) this.surprises.push(how);
      },
    });
  }

  static async build(options: CrashingWorkerOptions): Promise<CrashingWorker> {
    const directory = mkdtempSync(join(tmpdir(), "shipment-tracking-webhooks-"));
    const files = await bundleServices(new Set(["webhooks"]), directory);
    const [healthPort = 0] = await freePorts(1);
    return new CrashingWorker(options, directory, {
      file: files.get("webhooks") ?? "",
      healthPort,
    });
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Its output, of all its lives. */
  log(): string {
    return readFileSync(join(this.#directory, "webhooks.log"), "utf8");
  }

  /** Starts it; it kills itself at its n-th passage of this point. */
  async dieAt(failpoint: string, random: SeededRandom): Promise<void> {
    await this.#process.start(`${failpoint}=kill:${String(random.between(1, 6))}`);
    const deadline = performance.now() + 60_000;
    while (this.#process.isRunning) {
      if (performance.now() > deadline) throw new Error(`Nothing passed ${failpoint}`);
      await this.hurry();
      await delay(20);
    }
    await this.#afterDeath(failpoint);
  }

  /** Starts it, and kills it somewhere in its work. */
  async dieAnywhere(random: SeededRandom): Promise<void> {
    await this.#process.start();
    await delay(random.between(0, 500));
    await this.#process.kill();
    await this.#afterDeath("anywhere");
  }

  /** What was answered with 500 is due again at once, and no breaker keeps the worker from it. Locks in id order, as everybody does. */
  async hurry(): Promise<void> {
    await this.#admin.query({
      text: "update hooks.deliveries set due_at = now() where due_at > now()",
    });
    await this.#admin.query({
      text: `
        with resting as materialized (
          select endpoint_health.endpoint_id
          from hooks.endpoint_health
          where endpoint_health.breaker = 'open'
            or endpoint_health.next_look_at between now() + interval '1 s' and now() + interval '1 h'
          order by endpoint_health.endpoint_id
          for no key update
        )
        update hooks.endpoint_health
        set retry_at = now(), next_look_at = now()
        from resting
        where endpoint_health.endpoint_id = resting.endpoint_id`,
    });
  }

  /**
   * The time of the dead worker's leases passes: 30 s for deliveries, 5 s for its parts of the log. Nobody waits for that here, the rows are
   * moved. Before, the server has to notice the death: a commit on its way still counts.
   */
  async #afterDeath(where: string): Promise<void> {
    this.deaths.push({ where, at: performance.now() });
    const deadline = performance.now() + 20_000;
    while ((await this.#connections()) > 0) {
      if (performance.now() > deadline) throw new Error("A dead worker is still connected");
      await delay(5);
    }
    await this.#admin.query({
      text: `
        update hooks.deliveries
        set leased_until = now() - interval '1 ms'
        where claim_id is not null`,
    });
    await this.#admin.query({
      text: "update hooks.endpoint_health set next_look_at = least(next_look_at, now())",
    });
    await this.#admin.query({
      text: "delete from write.log_members where consumer = 'webhooks'",
    });
  }

  async #connections(): Promise<number> {
    const { rows } = await this.#admin.query<{ n: number }>({
      text: `
        select count(*)::integer as n
        from pg_stat_activity
        where datname = current_database()
          and application_name = 'tracking-webhooks'`,
    });
    return rows[0]?.n ?? 0;
  }
}

interface Place {
  readonly file: string;
  readonly healthPort: number;
}
