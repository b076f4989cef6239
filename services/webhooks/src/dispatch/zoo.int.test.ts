import { afterAll, beforeAll, expect, test } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import type { TestEndpoint } from "../fixtures/hooks-tables.ts";
import { behaviours } from "../fixtures/zoo/behaviours.ts";
import { expectedOutcomes } from "../fixtures/zoo/outcomes.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import { createSender, type Sender } from "../send/sender.ts";

const names = Object.keys(expectedOutcomes);

interface Found {
  readonly id: string;
  readonly outcome: string | null;
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly finishedState: string | null;
  readonly waitingAttempts: number | null;
  /** Seconds from the beginning of the attempt to the next one, and from its end: the wait itself lies between. */
  readonly waitsAtMost: number | null;
  readonly waitsAtLeast: number | null;
  readonly pausedFor: number | null;
  readonly state: string;
  readonly stateReason: string | null;
  readonly failuresInRow: number;
}

let at: Dispatching;
let zoo: Zoo;
let sender: Sender;
const endpoints = new Map<string, TestEndpoint>();
const found = new Map<string, Found>();

/** All animals at once, each with a message of its own, and a healthy endpoint that gets all of these messages. */
beforeAll(async () => {
  at = await Dispatching.start();
  zoo = await startZoo();
  const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
  // far more than an answer takes on a busy machine
  sender = createSender({ connectTimeoutMs: 5000, totalDeadlineMs: 5000, drainMs: 1000, rules });
  await at.tables.endpoint({ url: at.receiver.url });
  for (const name of names) {
    const url = `http://127.0.0.1:${String(zoo.httpPort)}/${name}`;
    endpoints.set(name, await at.tables.endpoint({ url, eventTypes: [`zoo.${name}`] }));
  }
  await at.put(
    at.messages(names.length).map((message, i) => ({
      ...message,
      eventType: `zoo.${names[i] ?? ""}`,
    })),
  );
  const worker = at.worker({ sender, drainMs: 15_000 });
  await eventually(async () => {
    const begun = await at.rows("select from hooks.attempts where number = 1");
    expect(begun).toHaveLength(2 * names.length);
  });
  // it lets the attempts end that run, and begins no second one
  await worker.stop();
  for (const row of await at.rows<Found>(outcomes)) found.set(row.id, row);
});

afterAll(async () => {
  await at.close();
  await sender.close();
  await zoo.close();
  expect(at.errors).toEqual([]);
});

const outcomes = `
  select endpoints.id, attempts.outcome, attempts.status, attempts.error_class as "errorClass",
    finished_deliveries.state as "finishedState", deliveries.attempts as "waitingAttempts",
    extract(epoch from deliveries.due_at - attempts.started_at)::float8 as "waitsAtMost",
    extract(epoch from deliveries.due_at - attempts.finished_at)::float8 as "waitsAtLeast",
    extract(epoch from endpoint_health.paused_until - attempts.started_at)::float8 as "pausedFor",
    endpoints.state, endpoints.state_reason as "stateReason", endpoint_health.failures_in_row as "failuresInRow"
  from hooks.endpoints
  join hooks.endpoint_health on endpoint_health.endpoint_id = endpoints.id
  join hooks.attempts on attempts.endpoint_id = endpoints.id and attempts.number = 1
  left join hooks.deliveries on deliveries.id = attempts.delivery_id
  left join hooks.finished_deliveries on finished_deliveries.id = attempts.delivery_id
  where endpoints.event_types <> '{}'`;

test("each animal has an expected outcome", () => {
  expect(names.toSorted()).toEqual(Object.keys(behaviours).toSorted());
});

test.each(Object.entries(expectedOutcomes))(
  "%s is written down, and what follows from it",
  (name, want) => {
    const row = found.get(endpoints.get(name)?.id ?? "");
    const { outcome, status, errorClass, pausedFor } = want;
    expect(row).toMatchObject({ outcome, status, errorClass });
    const isGone = outcome === "gone";
    expect(row).toMatchObject({
      state: isGone ? "disabled" : "active",
      stateReason: isGone ? "gone" : null,
      failuresInRow: outcome === "failed" ? 1 : 0,
      finishedState: outcome === "delivered" ? "delivered" : null,
    });
    if (pausedFor === null) expect(row?.pausedFor).toBeNull();
    else expect(row?.pausedFor).toBeGreaterThanOrEqual(pausedFor);
    if (outcome === "delivered") {
      expect(row?.waitingAttempts).toBeNull();
      return;
    }
    // kept, also behind a disabled endpoint: the second attempt comes after 5 s ± 25 %, or as late as the receiver asked
    expect(row?.waitsAtMost).toBeGreaterThanOrEqual(pausedFor ?? 5 * 0.75);
    if (pausedFor === null) expect(row?.waitsAtLeast).toBeLessThanOrEqual(5 * 1.25);
  },
);

test("the healthy endpoint beside them got every message once", () => {
  const ids = at.receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  expect(ids).toHaveLength(names.length);
  expect(new Set(ids).size).toBe(names.length);
});
