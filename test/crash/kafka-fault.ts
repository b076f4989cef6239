import { setTimeout as delay } from "node:timers/promises";
import type { EventRecord } from "@shipment-tracking/contracts";
import { createKafkaEngine, readPart } from "@shipment-tracking/event-log";
import type { LocalKafka } from "@shipment-tracking/testing";
import type { FaultPlan } from "./fault.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { TrackingSystem } from "./system/tracking-system.ts";

/** SIGKILL of the only broker; it comes back with what it had. */
export function killKafka(kafka: LocalKafka): FaultPlan {
  return {
    component: "kafka",
    name: "SIGKILL",
    async run(_system, random) {
      await kafka.node(1).kill();
      await delay(random.between(0, 4_000));
      await kafka.node(1).start();
    },
  };
}

/** The broker stands still with its connections open, as behind a silent network. */
export function freezeKafka(kafka: LocalKafka, ms = 7_000): FaultPlan {
  return {
    component: "kafka",
    name: `SIGSTOP for ${String(ms)} ms`,
    async run() {
      await kafka.node(1).pause();
      await delay(ms);
      await kafka.node(1).resume();
    },
  };
}

/** The broker loses everything, the topic included: the relay has to bring it back. */
export function wipeKafka(kafka: LocalKafka): FaultPlan {
  return {
    component: "kafka",
    name: "loss of all data",
    async run() {
      await kafka.node(1).wipe();
      await kafka.node(1).start();
    },
  };
}

/** Records that were published before are published again: doubled, in changed order, as a replay from long ago. */
export function disturbTopic(brokers: readonly string[], topic: string): FaultPlan {
  return {
    component: "kafka",
    name: "records doubled, swapped and replayed",
    async run(system, random) {
      const connection = { brokers, topic, ssl: false, sasl: null };
      const engine = createKafkaEngine({ connection, pool: system.db });
      try {
        for (const record of await disorder(system, random)) await engine.publish([record]);
      } finally {
        await engine.close();
      }
    },
  };
}

async function disorder(
  { db }: TrackingSystem,
  random: SeededRandom,
): Promise<readonly EventRecord[]> {
  const records: EventRecord[] = [];
  for (let round = 0; round < 8; round += 1) {
    const part = random.between(0, 63);
    const found = await readPart(db, part, { afterPos: 0, limit: 2_000 });
    const newest = found.slice(-6);
    // all again and backwards, the last one twice, then from the very beginning
    records.push(...newest.toReversed(), ...newest.slice(-1), ...found.slice(0, 6));
  }
  return records;
}
