import { setTimeout as delay } from "node:timers/promises";
import { createPostgresEngine, type EventLogEngine } from "@shipment-tracking/event-log";
import { createPool } from "@shipment-tracking/postgres";
import { startProjector } from "@shipment-tracking/projector-service";
import { createLogger } from "@shipment-tracking/runtime";
import { cpuSecondsOf } from "../process-cpu.ts";

export interface Drained {
  readonly events: number;
  /** From the beginning of the first delivery to the end of the last. */
  readonly ms: number;
  readonly transactions: number;
  /** Microseconds of CPU an event: of this process, and of PostgreSQL. */
  readonly cpu: { readonly projector: number; readonly postgres: number };
}

/** The service's projector, which reads the log's table until `events` more are applied. */
export async function drain(
  { url, postgresPid }: { readonly url: string; readonly postgresPid: number },
  events: number,
): Promise<Drained> {
  const pool = createPool({ url, applicationName: "bench-projector", max: 3 });
  const inner = createPostgresEngine({ pool, exclusive: true });
  const clock = { events: 0, transactions: 0, startedAt: Number.NaN, endedAt: Number.NaN };
  const engine: EventLogEngine = {
    ...inner,
    consume: (options) =>
      inner.consume({
        ...options,
        handle: async (delivery) => {
          if (clock.transactions === 0) clock.startedAt = performance.now();
          await options.handle(delivery);
          clock.endedAt = performance.now();
          clock.transactions += 1;
          for (const { records } of delivery.batches) clock.events += records.length;
        },
      }),
  };
  const cpu = (): readonly number[] => {
    const { user, system } = process.cpuUsage();
    return [(user + system) / 1e6, cpuSecondsOf([postgresPid])];
  };
  const before = cpu();
  const log = createLogger({ service: "bench", level: "warn" });
  const projector = await startProjector({ engine, pool, log });
  let after: readonly number[] = [];
  try {
    while (clock.events < events) await delay(20);
    // before the sessions end: what ended is not counted
    after = cpu();
  } finally {
    await projector.stop();
    await engine.close();
    await pool.end();
  }
  const [own = Number.NaN, postgres = Number.NaN] = after.map(
    (seconds, index) => ((seconds - (before[index] ?? 0)) * 1e6) / clock.events,
  );
  const ms = clock.endedAt - clock.startedAt;
  return {
    events: clock.events,
    ms,
    transactions: clock.transactions,
    cpu: { projector: own, postgres },
  };
}
