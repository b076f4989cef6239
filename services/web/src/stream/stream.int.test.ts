import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { serve, type WebServer } from "../fixtures/web-server.ts";
import { setTenantActive } from "../tenants/create-tenant.ts";
import { type EventSource, openStream } from "./fixtures/event-source.ts";

let web: WebFixture;
let server: WebServer;
let company: Company;
let client: Client;
const open: EventSource[] = [];

beforeAll(async () => {
  web = await startFixture();
  server = await serve(web.app);
  company = await web.company();
  client = await company.as("dispatcher");
});
afterAll(async () => {
  for (const stream of open) stream.close();
  await server.stop();
  await web.close();
});

async function stream(cookie = client.cookie, lastEventId?: string): Promise<EventSource> {
  const opened = await openStream(server.url, cookie, lastEventId);
  open.push(opened);
  return opened;
}

async function newShipment(shipmentNumber: string): Promise<string> {
  return (await client.call("POST /api/shipments", { mode: "ftl", shipmentNumber })).body.shipment
    .id;
}

const pickup = { eventType: "pickup", city: "Bern", eventAt: "2026-03-01T08:00:00Z" };

describe("a stream", () => {
  test("tells of each changed shipment, and when the read API shows it", async () => {
    const events = await stream();
    expect(events.status).toBe(200);
    expect(events.header("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(events.header("cache-control")).toBe("no-store");
    expect(events.header("x-content-type-options")).toBe("nosniff");
    expect((await events.next("ready")).id).toEqual(expect.any(String));
    const created = await client.call("POST /api/shipments", {
      mode: "air",
      shipmentNumber: "S-1",
    });
    const { id } = created.body.shipment;
    const position = created.header("x-position");
    expect(await events.next("shipment")).toEqual({
      event: "shipment",
      id: expect.any(String),
      data: {
        id,
        shipmentNumber: "S-1",
        status: "draft",
        version: 1,
        kinds: ["shipment.created"],
        position,
      },
    });
    await expect
      .poll(() => events.events.flatMap((one) => one.data.applied ?? []), { timeout: 5_000 })
      .toContain(position);
    await client.call(`POST /api/shipments/${id}/events`, pickup);
    const second = await events.next("shipment", 2);
    expect(second.data).toMatchObject({
      id,
      status: "picked_up",
      version: 2,
      kinds: ["shipment.tracking_event_recorded"],
    });
  });

  test("tells of a changed customer, and of a key only when the read API knows it", async () => {
    const events = await stream();
    await events.next("ready");
    const made = await client.call("POST /api/customers", { name: "Bäckerei Huber" });
    const customer = { id: made.body.customer.id, kind: "customer.created" };
    const position = made.header("x-position");
    expect((await events.next("change")).data).toEqual({ ...customer, position });
    const admin = await company.as("admin");
    const key = await admin.call("POST /api/api-keys", { name: "ERP" });
    await expect
      .poll(() => events.events.flatMap((one) => one.data.applied ?? []), { timeout: 5_000 })
      .toEqual(expect.arrayContaining([position, key.header("x-position")]));
    expect(events.events.filter((one) => one.event === "change")).toHaveLength(1);
    expect(JSON.stringify(events.events)).not.toContain(key.body.id);
  });

  test("is the own company's", async () => {
    const other = await (await web.company("Other")).as("admin");
    const events = await stream(other.cookie);
    await events.next("ready");
    await newShipment("S-2");
    const own = await other.call("POST /api/shipments", { mode: "air", shipmentNumber: "OWN" });
    await events.next("shipment");
    const told = events.events.filter((one) => one.event === "shipment");
    expect(told.map((one) => one.data.id)).toEqual([own.body.shipment.id]);
  });

  test("does not show a client how much happens in other companies", async () => {
    const events = await stream();
    const { id } = await events.next("ready");
    const bytes = Buffer.from(id?.split(".")[1] ?? "", "base64url").toString("latin1");
    expect(bytes).not.toMatch(/(\d+,){10}/);
  });

  test("is refused without a session, and without ending the application for HEAD", async () => {
    expect((await fetch(`${server.url}/api/stream`)).status).toBe(401);
    const headers = { cookie: client.cookie };
    expect((await fetch(`${server.url}/api/stream`, { method: "HEAD", headers })).status).toBe(404);
  });
});

describe("after a break", () => {
  test("a client gets what it missed, and nothing is lost in between", async () => {
    const first = await stream();
    await first.next("ready");
    await newShipment("R-0");
    await first.next("shipment");
    const lastId = first.lastId();
    first.close();
    const ids = [];
    for (let index = 1; index <= 20; index += 1) ids.push(await newShipment(`R-${String(index)}`));
    const second = await stream(client.cookie, lastId);
    expect((await second.next("ready")).data).toEqual({ resumed: true });
    const told = second.events.filter((one) => one.event === "shipment");
    expect(new Set(told.map((one) => one.data.id))).toEqual(new Set(ids));
    const more = await newShipment("R-21");
    await expect
      .poll(() => second.events.at(-1)?.data.id ?? second.events.at(-2)?.data.id)
      .toBe(more);
  });

  test("changes that come while clients break off and come back reach each of them", async () => {
    const ids = new Set<string>();
    const seen = new Set<string>();
    let events = await stream();
    await events.next("ready");
    let lastId = events.lastId();
    for (let round = 0; round < 4; round += 1) {
      const writing = (async () => {
        for (let index = 0; index < 8; index += 1) {
          ids.add(await newShipment(`B-${String(round)}-${String(index)}`));
        }
      })();
      events = await stream(client.cookie, lastId);
      await events.next("ready");
      await writing;
      lastId = events.lastId();
      events.close();
      for (const one of events.events) if (one.event === "shipment") seen.add(one.data.id);
    }
    events = await stream(client.cookie, lastId);
    await events.next("ready");
    for (const one of events.events) if (one.event === "shipment") seen.add(one.data.id);
    expect([...ids].filter((id) => !seen.has(id))).toEqual([]);
  });

  test.each([
    ["that is none", () => "nonsense"],
    ["that was tampered with", (id: string) => `${id.slice(0, -3)}AAA`],
    ["of another key", (id: string) => `other${id.slice(id.indexOf("."))}`],
  ])("a place %s is answered with a reset, and the stream goes on", async (_name, change) => {
    const first = await stream();
    await first.next("ready");
    const second = await stream(client.cookie, change(first.lastId()));
    expect((await second.next("reset")).id).toEqual(expect.any(String));
    await newShipment(`T-${_name}`);
    await second.next("shipment");
    first.close();
    second.close();
  });

  test("a place of another company is none", async () => {
    const first = await stream();
    await first.next("ready");
    const other = await (await web.company("Third")).as("viewer");
    const second = await stream(other.cookie, first.lastId());
    expect((await second.next("reset")).data).toEqual({});
  });

  test("a place that is too far behind is answered with a reset", async () => {
    const first = await stream();
    await first.next("ready");
    const lastId = first.lastId();
    const admin = web.db.pool("admin");
    await admin.query({ text: "update write.log_head set pos = pos + 1000" });
    const second = await stream(client.cookie, lastId);
    expect((await second.next("reset")).data).toEqual({});
    await admin.query({ text: "update write.log_head set pos = pos - 1000" });
    second.close();
  });
});

describe("a stream ends within two seconds", () => {
  /** How long it takes, in ms, and the last event. */
  async function endAfter(events: EventSource, what: () => Promise<unknown>) {
    await events.next("ready");
    await what();
    const since = performance.now();
    await expect.poll(() => events.ended, { timeout: 4_000 }).toBe(true);
    return { inTime: performance.now() - since < 2_000, last: events.events.at(-1)?.event };
  }

  const soon = { inTime: true, last: "signed_out" };

  test("of the session's logout", async () => {
    const viewer = await company.as("viewer");
    const events = await stream(viewer.cookie);
    expect(await endAfter(events, () => viewer.call("POST /api/auth/logout"))).toEqual(soon);
    expect((await stream(viewer.cookie)).status).toBe(401);
  });

  test("of the session's end by its age", async () => {
    const billing = await company.as("billing");
    const events = await stream(billing.cookie);
    const end = () =>
      web.db.pool("admin").query({
        text: `
          update write.sessions
          set last_seen_at = now() - interval '31 minutes'
          from write.users
          where users.id = sessions.user_id and users.email = $1`,
        values: [company.emails.billing],
      });
    expect(await endAfter(events, end)).toEqual(soon);
  });

  test("of the user's deactivation", async () => {
    const leaver = await web.company("Leaver");
    const events = await stream((await leaver.as("viewer")).cookie);
    const end = () =>
      web.db.pool("admin").query({
        text: "update write.users set active = false where email = $1",
        values: [leaver.emails.viewer],
      });
    expect(await endAfter(events, end)).toEqual(soon);
  });

  test("of the company's deactivation", async () => {
    const closing = await web.company("Closing");
    const events = await stream((await closing.as("viewer")).cookie);
    const change = { active: false, actor: { kind: "command_line", id: null } } as const;
    const close = () => setTenantActive(web.db.pool("web"), closing.tenantId, change);
    expect(await endAfter(events, close)).toEqual(soon);
  });
});

test("a user has at most ten streams at a time", async () => {
  const admin = await company.as("admin");
  const streams = [];
  for (let index = 0; index < 10; index += 1) streams.push(await stream(admin.cookie));
  for (const one of streams) expect(one.status).toBe(200);
  expect((await stream(admin.cookie)).status).toBe(429);
  streams[0]?.close();
  await expect.poll(async () => (await stream(admin.cookie)).status, { timeout: 5_000 }).toBe(200);
});
