import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";

let at: Dispatching;
beforeEach(async () => {
  at = await Dispatching.start();
});
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});

interface Health {
  readonly breaker: string;
  readonly ramp_slots: number | null;
  readonly opened_times: number;
  readonly paused: boolean;
  readonly failing_attempts: number;
  readonly state: string;
  readonly state_reason: string | null;
}

async function health(): Promise<Health | undefined> {
  const [row] = await at.rows<Health>(`
    select endpoint_health.breaker, endpoint_health.ramp_slots, endpoint_health.opened_times,
      coalesce(endpoint_health.paused_until > now(), false) as paused, endpoint_health.failing_attempts,
      endpoints.state, endpoints.state_reason
    from hooks.endpoint_health
    join hooks.endpoints on endpoints.id = endpoint_health.endpoint_id`);
  return row;
}

const answerWith = (status: number, headers: Record<string, string> = {}) =>
  at.receiver.answer((_received, response) => response.writeHead(status, headers).end());

async function openBreaker(): Promise<void> {
  answerWith(500);
  await eventually(async () => expect((await health())?.breaker).toBe("open"));
  await eventually(async () =>
    expect((await at.queue()).some(({ claimed }) => claimed)).toBe(false),
  );
}

describe("Retry-After", () => {
  it("stops the whole endpoint until its time has come", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    answerWith(429, { "retry-after": "600" });
    await at.put(at.messages(1));
    at.worker();
    await eventually(async () => expect((await health())?.paused).toBe(true));
    answerWith(204);
    await at.put(at.messages(5));
    await at.pass("9 minutes");
    // what another endpoint gets meanwhile shows that the workers have looked
    const other = await at.tables.endpoint({ url: `${at.receiver.url}/other` });
    await at.put(at.messages(1, other.tenantId));
    await eventually(() =>
      expect(at.receiver.received.some(({ path }) => path === "/other")).toBe(true),
    );
    expect(at.receiver.received.filter(({ path }) => path === "/")).toHaveLength(1);
    await at.pass("2 minutes");
    await eventually(async () => expect(await at.finished()).toHaveLength(8));
  });
});

describe("the breaker", () => {
  it("lets one probe through when its time has come, whatever the number of workers", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    await at.put(at.messages(20));
    at.worker();
    at.worker();
    await openBreaker();
    const before = at.receiver.received.length;
    const held: (() => void)[] = [];
    at.receiver.answer((_received, response) => {
      held.push(() => void response.writeHead(500).end());
    });
    await at.pass("1 minute");
    await eventually(() => expect(held).toHaveLength(1));
    expect(await health()).toMatchObject({ breaker: "half_open", opened_times: 1 });
    // a second look of both workers finds nothing to do
    await at.rows("update hooks.endpoint_health set next_look_at = now()");
    await eventually(async () => {
      const [row] = await at.rows<{ looked: boolean }>(
        "select next_look_at > now() as looked from hooks.endpoint_health",
      );
      expect(row?.looked).toBe(true);
    });
    expect(at.receiver.received).toHaveLength(before + 1);
    for (const answer of held) answer();
    await eventually(async () =>
      expect(await health()).toMatchObject({ breaker: "open", opened_times: 2 }),
    );
  });

  it("opens the way step by step after a probe that succeeded", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    await at.put(at.messages(20));
    at.worker();
    await openBreaker();
    const held: (() => void)[] = [];
    at.receiver.answer((_received, response) => {
      held.push(() => void response.writeHead(204).end());
    });
    await at.pass("1 minute");
    for (const slots of [1, 1, 2, 4]) {
      await eventually(() => expect(held).toHaveLength(slots));
      for (const answer of held.splice(0)) answer();
    }
    at.receiver.answer((_received, response) => response.writeHead(204).end());
    await at.pass("1 minute");
    await eventually(async () => expect(await at.finished()).toHaveLength(20));
    expect(await health()).toMatchObject({ breaker: "closed", ramp_slots: null });
  });
});

describe("an endpoint that fails for days", () => {
  it("is disabled after five days and twenty attempts, and keeps what waits", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    await at.put(at.messages(3));
    at.worker();
    await openBreaker();
    await at.rows(
      "update hooks.endpoint_health set failing_attempts = 19, failing_since = now() - interval '4 days'",
    );
    await at.pass("1 minute");
    await eventually(async () => expect((await health())?.failing_attempts).toBe(20));
    // twenty attempts in four days
    expect(await health()).toMatchObject({ state: "active" });
    await at.rows("update hooks.endpoint_health set failing_since = now() - interval '5 days'");
    await at.pass("1 hour");
    await eventually(async () =>
      expect(await health()).toMatchObject({ state: "disabled", state_reason: "failing" }),
    );
    await eventually(async () =>
      expect((await at.queue()).some(({ claimed }) => claimed)).toBe(false),
    );
    const sent = at.receiver.received.length;
    await at.pass("1 day");
    const other = await at.tables.endpoint({ url: `${at.receiver.url}/other` });
    await at.put(at.messages(1, other.tenantId));
    await eventually(() => expect(at.receiver.received).toHaveLength(sent + 1));
    expect(await at.queue()).toHaveLength(4);
  });
});

describe("an endpoint that is", () => {
  it("paused collects deliveries and gets none of them", async () => {
    const { id } = await at.tables.endpoint({ url: at.receiver.url, state: "paused" });
    await at.put(at.messages(5));
    at.worker();
    const other = await at.tables.endpoint({ url: `${at.receiver.url}/other` });
    await at.put(at.messages(1, other.tenantId));
    await eventually(() => expect(at.receiver.received).toHaveLength(1));
    expect(at.receiver.received[0]?.path).toBe("/other");
    await eventually(async () => expect(await at.queue()).toHaveLength(6));
    await at.rows("update hooks.endpoints set state = 'active' where id = $1", [id]);
    await eventually(async () => expect(await at.finished()).toHaveLength(7));
  });

  it("deleted while an attempt is under way ends it as cancelled and gets no more", async () => {
    const { id } = await at.tables.endpoint({ url: at.receiver.url });
    const held: (() => void)[] = [];
    at.receiver.answer((_received, response) => {
      held.push(() => void response.writeHead(500).end());
    });
    await at.put(at.messages(6));
    at.worker();
    await eventually(() => expect(held).toHaveLength(4));
    await at.rows("update hooks.endpoints set deleted_at = now() where id = $1", [id]);
    for (const answer of held) answer();
    await eventually(async () => expect(await at.finished()).toHaveLength(4));
    expect((await at.finished()).map(({ state }) => state)).toEqual(Array(4).fill("cancelled"));
    expect(at.receiver.received).toHaveLength(4);
  });
});
