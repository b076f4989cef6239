import { setTimeout as delay } from "node:timers/promises";
import type { TenantId } from "@shipment-tracking/domain";
import { createPool } from "@shipment-tracking/postgres";
import { createUser } from "@shipment-tracking/web-service";
import { Agent, request } from "undici";
import type { BenchServices } from "../../bench/services/bench-services.ts";
import { signIn } from "../../bench/freshness/probe.ts";
import type { Sink } from "../../bench/webhooks/sink.ts";
import { password, type Tenant } from "../../crash/system/prepare-database.ts";

export interface ServiceLoad {
  stop(): Promise<LoadResult>;
}

export interface LoadResult {
  readonly summary: string;
  /** What should not have happened, each kind once. */
  readonly errors: readonly string[];
}

/** Of each tenant, a second. */
const perSecond = { shipments: 1, events: 4, polls: 15, pages: 3 };
const patienceMs = 30_000;

/** Commands by a dispatcher, polls with a key, public pages, and an endpoint that gets each change of status, of all tenants. */
export async function startServiceLoad(services: BenchServices, sink: Sink): Promise<ServiceLoad> {
  const counts = new Map<string, number>();
  const errors = new Set<string>();
  let stopping = false;
  const agent = new Agent({ connections: 16 });
  const loops = services.tenants.map(async (tenant) => {
    const driver = await TenantDriver.start({ services, tenant, sink, agent, counts });
    await Promise.all(
      Object.entries(driver.steps).map(async ([name, step]) => {
        // as: the steps have these names
        const everyMs = 1_000 / perSecond[name as keyof typeof perSecond];
        while (!stopping) {
          await step().catch((error: unknown) => errors.add(`${name}: ${String(error)}`));
          await delay(everyMs);
        }
      }),
    );
  });
  const arrivals = countArrivals(sink, counts, () => stopping);
  return {
    stop: async () => {
      stopping = true;
      await Promise.all(loops);
      const missing = await arrivals;
      if (missing > 0) errors.add(`${String(missing)} webhooks never arrived`);
      await agent.close();
      const summary = [...counts].map(([name, count]) => `${String(count)} ${name}`).join(", ");
      return { summary, errors: [...errors] };
    },
  };
}

/** How many of the status changes counted did not arrive in the end. */
async function countArrivals(
  sink: Sink,
  counts: Map<string, number>,
  stopped: () => boolean,
): Promise<number> {
  const seen = new Set<string>();
  const take = async (): Promise<void> => {
    for (const { id } of await sink.take()) seen.add(id);
    counts.set("webhooks", seen.size);
  };
  while (!stopped()) {
    await take();
    await delay(1_000);
  }
  const deadline = performance.now() + patienceMs;
  const missing = (): number => (counts.get("status changes") ?? 0) - seen.size;
  while (missing() > 0 && performance.now() < deadline) {
    await delay(200);
    await take();
  }
  return missing();
}

/** Whatever the web application answers; read where it is used. */
type Answer = ReturnType<typeof JSON.parse>;

interface DriverOptions {
  readonly services: BenchServices;
  readonly tenant: Tenant;
  readonly sink: Sink;
  readonly agent: Agent;
  readonly counts: Map<string, number>;
}

class TenantDriver {
  readonly #options: DriverOptions;
  readonly #cookie: string;
  readonly #open: { readonly id: string; scans: number }[] = [];
  readonly #tokens: string[] = [];

  static async start(options: DriverOptions): Promise<TenantDriver> {
    const { services, tenant, sink } = options;
    const pool = createPool({ url: services.database.urls.web, applicationName: "soak", max: 1 });
    const admin = { email: `admin@${tenant.id}.example`, apiKey: tenant.apiKey };
    try {
      // as: made by the same package
      const tenantId = tenant.id as TenantId;
      const user = { tenantId, name: "Soak", role: "admin", password } as const;
      const created = await createUser(pool, { ...user, email: admin.email });
      if (created.outcome !== "created") throw new Error(created.reason);
    } finally {
      await pool.end();
    }
    const { cookie } = await signIn(services, { ...tenant, ...admin });
    const driver = new TenantDriver(options, cookie);
    await driver.#post("/webhook-endpoints", { url: sink.url });
    return driver;
  }

  private constructor(options: DriverOptions, cookie: string) {
    this.#options = options;
    this.#cookie = cookie;
  }

  readonly steps: Readonly<Record<keyof typeof perSecond, () => Promise<void>>> = {
    shipments: () => this.#createShipment(),
    events: () => this.#recordEvent(),
    polls: () => this.#poll(),
    pages: () => this.#visit(),
  };

  async #createShipment(): Promise<void> {
    const { shipment } = await this.#post("/shipments", {
      mode: "parcel",
      origin: { city: "Zürich" },
    });
    const { url } = await this.#post(`/shipments/${String(shipment.id)}/share`, {});
    this.#tokens.push(String(url).split("/").at(-1) ?? "");
    if (this.#tokens.length > 200) this.#tokens.shift();
    this.#open.push({ id: String(shipment.id), scans: 0 });
    this.#count("shipments");
  }

  async #recordEvent(): Promise<void> {
    const shipment = this.#open[0];
    if (shipment === undefined) return;
    const [first, second] = ["departure", "arrival"] as const;
    const eventType = shipment.scans % 2 === 0 ? first : second;
    const eventAt = new Date(Date.now() - 60_000 + shipment.scans * 1_000).toISOString();
    const path = `/shipments/${shipment.id}/events`;
    const scan = { eventType, eventAt, city: "Venlo" };
    const { statusChanged } = await this.#post(path, scan);
    shipment.scans += 1;
    if (shipment.scans >= 4) this.#open.shift();
    this.#count("events");
    if (statusChanged === true) this.#count("status changes");
  }

  async #poll(): Promise<void> {
    const { services, tenant, agent } = this.#options;
    const { statusCode, body } = await request(`${services.apiUrl}/api/v1/shipments`, {
      headers: { authorization: `Bearer ${tenant.apiKey}` },
      dispatcher: agent,
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`answered ${String(statusCode)}`);
    this.#count("polls");
  }

  async #visit(): Promise<void> {
    const token = this.#tokens[Math.floor(Math.random() * this.#tokens.length)];
    if (token === undefined) return;
    const { services, agent } = this.#options;
    const { statusCode, body } = await request(`${services.webUrl}/track/${token}`, {
      dispatcher: agent,
    });
    await body.dump();
    // the link is known to the read tables a moment later
    if (statusCode !== 200 && statusCode !== 404) throw new Error(`answered ${String(statusCode)}`);
    this.#count("pages");
  }

  #count(name: string): void {
    const { counts } = this.#options;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  async #post(path: string, payload: object): Promise<Answer> {
    const { services, agent } = this.#options;
    const { statusCode, body } = await request(`${services.webUrl}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: this.#cookie },
      body: JSON.stringify(payload),
      dispatcher: agent,
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${path} answered ${String(statusCode)}: ${text}`);
    return JSON.parse(text);
  }
}
