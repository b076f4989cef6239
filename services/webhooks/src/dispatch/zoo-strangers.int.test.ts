import { afterAll, beforeAll, expect, test } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { startStrangers, type Strangers } from "../fixtures/zoo/strangers.ts";
import { startZoo, type Zoo } from "../fixtures/zoo/zoo.ts";
import type { FailureClass } from "../send/send-result.ts";
import { createSender, type Sender } from "../send/sender.ts";

/** What is written down of the first attempt at each; null: delivered. */
const expected: Readonly<
  Record<string, { readonly class: FailureClass; readonly hint: RegExp } | null>
> = {
  "tls-valid": null,
  "tls-expired": { class: "tls", hint: /expired/u },
  "tls-self-signed": { class: "tls", hint: /self-signed/u },
  "tls-wrong-host": { class: "tls", hint: /another host name/u },
  "tls-on-a-plain-port": { class: "tls", hint: /TLS/u },
  "tls-silent": { class: "tls", hint: /in time/u },
  "dns-never-answers": { class: "dns", hint: /gave no answer/u },
  "dns-fails": { class: "dns", hint: /gave no answer/u },
  "dns-unknown": { class: "dns", hint: /no public internet address/u },
  "dns-changes": null,
  "dns-mixed": { class: "unsafe_target", hint: /no public internet address/u },
  "dns-private": { class: "unsafe_target", hint: /no public internet address/u },
  "closed-port": { class: "connect", hint: /refused/u },
  "black-hole": { class: "connect", hint: /./u },
  deaf: { class: "timeout", hint: /./u },
  "half-open": { class: "reset", hint: /./u },
};
const names = Object.keys(expected);

interface Found {
  readonly outcome: string;
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly hint: string | null;
  readonly excerpt: Buffer | null;
  readonly state: string;
  readonly stateReason: string | null;
  readonly waits: boolean;
}

let at: Dispatching;
let zoo: Zoo;
let strangers: Strangers;
let sender: Sender;
const found = new Map<string, Found>();

/** All of them at once, each with a message of its own, through the whole dispatcher. */
beforeAll(async () => {
  at = await Dispatching.start();
  zoo = await startZoo();
  strangers = await startStrangers(zoo);
  const rules = { allowHttp: true, allowLoopback: true, ports: "any" } as const;
  const { resolve } = strangers;
  // far more than a handshake takes on a busy machine
  const limits = { connectTimeoutMs: 5_000, totalDeadlineMs: 8_000 };
  sender = createSender({ rules, resolve, ca: [zoo.ca], ...limits });
  for (const name of names) {
    await at.tables.endpoint({ url: strangers.urls[name] ?? "", eventTypes: [name] });
  }
  await at.put(
    at.messages(names.length).map((message, n) => ({ ...message, eventType: names[n] ?? "" })),
  );
  const worker = at.worker({ sender, drainMs: 20_000 });
  await eventually(async () => {
    const begun = await at.rows("select from hooks.attempts where number = 1");
    expect(begun).toHaveLength(names.length);
  });
  // it lets the attempts end that run, and begins no second one
  await worker.stop();
  for (const row of await at.rows<Found & { readonly name: string }>(outcomes)) {
    found.set(row.name, row);
  }
});

afterAll(async () => {
  await at.close();
  await sender.close();
  await strangers.close();
  await zoo.close();
  expect(at.errors).toEqual([]);
});

const outcomes = `
  select endpoints.event_types[1] as name, attempts.outcome, attempts.status, attempts.error_class as "errorClass",
    attempts.hint, attempts.excerpt, endpoints.state, endpoints.state_reason as "stateReason",
    deliveries.id is not null as waits
  from hooks.endpoints
  join hooks.attempts on attempts.endpoint_id = endpoints.id and attempts.number = 1
  left join hooks.deliveries on deliveries.id = attempts.delivery_id`;

test("each target has an expected outcome", () => {
  expect(names.toSorted()).toEqual(Object.keys(strangers.urls).toSorted());
});

test.each(Object.entries(expected))(
  "%s is written down, and what follows from it",
  (name, want) => {
    const row = found.get(name);
    if (want === null) {
      expect(row).toMatchObject({
        outcome: "delivered",
        status: 200,
        state: "active",
        waits: false,
      });
      return;
    }
    const isUnsafe = want.class === "unsafe_target";
    expect(row).toMatchObject({
      outcome: "failed",
      status: null,
      errorClass: want.class,
      hint: expect.stringMatching(want.hint),
      excerpt: null,
      state: isUnsafe ? "disabled" : "active",
      stateReason: isUnsafe ? "unsafe_target" : null,
      waits: true,
    });
    // nothing about the inside of a network
    expect(row?.hint).not.toMatch(/\d+\.\d+\.\d+\.\d+|zoo\.test/u);
  },
);

test("requests came only from the two that are as they should be", () => {
  const came = zoo.received("ok").map(({ path }) => path);
  expect(came.toSorted()).toEqual(["/ok?of=dns-changes", "/ok?of=tls-valid"]);
});

test("the address that was checked is the one that was dialled: the name was asked once", () => {
  expect(strangers.asked("changing.zoo.test")).toBe(1);
});
