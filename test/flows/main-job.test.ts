import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  publicTrackingSchema,
  shipmentDetailSchema,
  shipmentItemSchema,
} from "@shipment-tracking/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymousClient, keyClient, signIn, type Client, type Json } from "./support/client.ts";
import {
  makeDataDir,
  readDemo,
  root,
  startInstance,
  type Demo,
  type Instance,
} from "./support/instance.ts";

const scansFile = (name: string) => readFileSync(join(root, "test", "data", name), "utf8");

/** A client's own memory of where its last write stands, handed on to its reads. */
function afterWrite(answer: { headers: Headers }): Record<string, string> {
  const position = answer.headers.get("x-position");
  if (position === null) throw new Error("the command told no X-Position");
  return { "x-min-position": position };
}

describe("the main job: write, project, read, track", { timeout: 60_000 }, () => {
  const dataDir = makeDataDir();
  let instance: Instance;
  let demo: Demo;
  let dispatcher: Client;
  let integrator: Client;
  let stranger: Client;
  let recipient: Client;

  beforeAll(async () => {
    instance = startInstance({ dataDir: dataDir.path, arguments: ["--no-simulator"] });
    await instance.ready();
    demo = readDemo(dataDir.path);
    const [own, other] = demo.tenants;
    if (own === undefined || other === undefined) throw new Error("two demo tenants are needed");
    dispatcher = await signIn(demo, own.dispatcher);
    integrator = keyClient(demo, own.apiKey);
    stranger = keyClient(demo, other.apiKey);
    recipient = anonymousClient(demo);
  }, 60_000);

  afterAll(async () => {
    instance.kill("SIGTERM");
    await instance.exited;
    dataDir.remove();
  });

  async function create(
    fields: object = {},
  ): Promise<{ id: string; headers: Record<string, string> }> {
    const answer = await dispatcher.send("POST", "/shipments", {
      mode: "parcel",
      origin: { city: "Bern" },
      destination: { city: "København" },
      pickupScheduledAt: "2026-05-01T08:00:00+02:00",
      ...fields,
    });
    expect(answer.status, answer.text).toBe(201);
    return { id: answer.json.shipment.id, headers: afterWrite(answer) };
  }

  it("shows a created shipment first in the list, and as one", async () => {
    const { id, headers } = await create();
    const list = await integrator.send("GET", "/v1/shipments?limit=1", undefined, headers);
    const [first] = shipmentItemSchema.array().parse(list.json);
    expect(first).toMatchObject({
      id,
      status: "pickup_scheduled",
      originCity: "Bern",
      destCity: "København",
      pickupScheduledAt: "2026-05-01T06:00:00.000Z",
      deliveryScheduledAt: null,
    });
    const one = await integrator.send("GET", `/v1/shipments/${id}`);
    expect(shipmentDetailSchema.parse(one.json)).toEqual({ ...first, tracking: [] });
  });

  it("tells a late scan in its place in time, without moving the current status", async () => {
    const { id } = await create();
    const record = (eventType: string, eventAt: string) =>
      dispatcher.send("POST", `/shipments/${id}/events`, { eventType, eventAt, city: "Basel" });
    await record("pickup", "2026-05-01T08:00:00Z");
    await record("delivered", "2026-05-03T10:00:00Z");
    const late = await record("customs_hold", "2026-05-02T09:00:00Z");
    expect(late.json).toMatchObject({ status: "delivered", statusChanged: false });
    const detail = await integrator.send("GET", `/v1/shipments/${id}`, undefined, afterWrite(late));
    expect(detail.json.tracking.map((event: Json) => [event.eventType, event.status])).toEqual([
      ["delivered", "delivered"],
      ["customs_hold", "customs_hold"],
      ["pickup", "picked_up"],
    ]);
  });

  it("takes a wrong delivery back by voiding it", async () => {
    const { id } = await create();
    const record = (eventType: string, eventAt: string) =>
      dispatcher.send("POST", `/shipments/${id}/events`, { eventType, eventAt, city: "Basel" });
    await record("pickup", "2026-05-01T08:00:00Z");
    const wrong = await record("delivered", "2026-05-03T10:00:00Z");
    const path = `/shipments/${id}/events/${String(wrong.json.event.id)}/void`;
    const voided = await dispatcher.send("POST", path, { reason: "Wrong parcel scanned" });
    expect(voided.status, voided.text).toBe(200);
    const detail = await integrator.send(
      "GET",
      `/v1/shipments/${id}`,
      undefined,
      afterWrite(voided),
    );
    expect(detail.json).toMatchObject({ status: "picked_up", tracking: [{ eventType: "pickup" }] });
  });

  it("previews to the dispatcher exactly what the recipient reads, and traces every event to its reader", async () => {
    const { id } = await create();
    const events = `/shipments/${id}/events`;
    const scan = (eventType: string, eventAt: string, description: string | null = null) =>
      dispatcher.send("POST", events, { eventType, city: "Łódź", eventAt, description });
    await scan("pickup", "2026-05-01T10:00:00Z", "Abgeholt, 東京");
    const wrong = await scan("delivered", "2026-05-03T10:00:00Z");
    await scan("arrival", "2026-05-02T10:00:00Z");
    await dispatcher.send("POST", `${events}/${String(wrong.json.event.id)}/void`, { reason: "x" });
    await dispatcher.send("POST", `/shipments/${id}/return`, { reason: "internal" });
    const share = await dispatcher.send("POST", `/shipments/${id}/share`);
    const view = await recipient.send("GET", `/track/${String(share.json.trackingToken)}`);
    const preview = await dispatcher.send("GET", `/shipments/${id}/tracking-preview`);
    expect(preview.json).toEqual(view.json);
    expect(view.json.events).toHaveLength(3);

    const trace = async (): Promise<readonly Json[]> =>
      (await dispatcher.send("GET", `/shipments/${id}/trace`)).json.items;
    const versions = [7, 6, 5, 4, 3, 2, 1];
    await expect
      .poll(async () => (await trace()).map((item) => [item.version, item.projected.state]))
      .toEqual(versions.map((version) => [version, "done"]));
    // the times are kept a moment after the events can be read, and not all of them when much is applied
    await expect
      .poll(async () => (await trace()).map((item) => item.projected.exact))
      .toContain(true);
  });

  it("gives 50 first shares one token, whose link works at once", async () => {
    const { id } = await create();
    const shares = await Promise.all(
      Array.from({ length: 50 }, () => dispatcher.send("POST", `/shipments/${id}/share`)),
    );
    expect(new Set(shares.map((share) => share.status))).toEqual(new Set([200]));
    const tokens = new Set(shares.map((share) => share.json.trackingToken));
    expect(tokens.size).toBe(1);
    const [share] = shares;
    const [token] = tokens;
    expect(share?.json.trackingUrl).toBe(`${demo.consoleUrl}/track/${String(token)}`);
    const view = await recipient.send("GET", `/track/${String(token)}`);
    expect(publicTrackingSchema.parse(view.json)).toMatchObject({
      status: "pickup_scheduled",
      events: [],
    });
  });

  it("keeps one tenant's data from the other, and everything personal from the public view", async () => {
    const canary = (field: string) => `canary-${field}-7f3a`;
    const { id } = await create({
      carrierName: canary("carrier"),
      internalNotes: canary("notes"),
      references: [{ type: "po", value: canary("reference") }],
      origin: { city: "Bern", addressLine1: canary("address"), postalCode: "canary-3011" },
    });
    await dispatcher.send("POST", `/shipments/${id}/events`, {
      eventType: "pickup",
      city: "Bern",
      eventAt: "2026-05-01T08:00:00Z",
      description: "Left at the gate",
      internalNote: canary("note"),
      externalId: canary("external"),
    });
    const share = await dispatcher.send("POST", `/shipments/${id}/share`);
    const view = await recipient.send("GET", `/track/${String(share.json.trackingToken)}`);
    expect(publicTrackingSchema.parse(view.json).events).toMatchObject([
      { description: "Left at the gate" },
    ]);
    const mine = await integrator.send("GET", `/v1/shipments/${id}`, undefined, afterWrite(share));
    const answers = [
      view,
      mine,
      await integrator.send("GET", "/v1/shipments?limit=200"),
      await stranger.send("GET", "/v1/shipments?limit=200"),
      await stranger.send("GET", `/v1/shipments/${id}`),
    ];
    for (const answer of answers) expect(answer.text).not.toContain("canary");
    expect(view.text).not.toContain(id);
    expect(answers.at(-1)).toMatchObject({ status: 404, json: { error: "Not found" } });
    expect(mine.text).not.toContain("description");
  });

  it("imports the real carrier scans, names the lines without a city, and adds nothing the second time", async () => {
    const upload = async (kind: string, file: string) => {
      const started = await dispatcher.send("POST", `/imports?kind=${kind}`, scansFile(file));
      expect(started.status, started.text).toBe(202);
      const path = `/imports/${String(started.json.importId)}`;
      const state = async () => (await dispatcher.send("GET", path)).json;
      await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe("done");
      return state();
    };
    // one carrier reports the same scan twice under two ids (SCAN-0023, line 71): type, time and city are the same, so it is one fact
    const files = [
      ["shipments", "carrier-scans-shipments.csv", 0],
      ["events", "carrier-scans-events.csv", 1],
    ] as const;
    for (const [kind, file, twins] of files) {
      const blank = linesWithoutCity(kind, scansFile(file));
      const first = await upload(kind, file);
      const known = first.total - blank.length;
      expect(first.rejected.map((one: Json) => one.line)).toEqual(blank);
      expect(first).toMatchObject({ accepted: known - twins, duplicates: twins });
      const second = await upload(kind, file);
      expect(second).toMatchObject({ accepted: 0, duplicates: known, total: first.total });
    }
  });

  it("revokes a key within two seconds", async () => {
    const [own] = demo.tenants;
    if (own === undefined) throw new Error("a demo tenant is needed");
    const admin = await signIn(demo, own.admin);
    const created = await admin.send("POST", "/api-keys", { name: "Nightly export" });
    expect(created.status, created.text).toBe(201);
    const client = keyClient(demo, created.json.key);
    expect((await client.send("GET", "/v1/shipments")).status).toBe(200);
    const revoked = await admin.send("DELETE", `/api-keys/${String(created.json.id)}`);
    expect([200, 204]).toContain(revoked.status);
    await expect
      .poll(async () => (await client.send("GET", "/v1/shipments")).json, { timeout: 2_000 })
      .toEqual({ error: "Invalid API key" });
  });
});

/** Line numbers (the header is 1) of the event rows with a blank city; the real files have no quoted fields. */
function linesWithoutCity(kind: string, csv: string): number[] {
  if (kind !== "events") return [];
  const [header, ...rows] = csv.trimEnd().split("\n");
  const city = header?.split(",").indexOf("city") ?? -1;
  return rows.flatMap((row, index) => (row.split(",")[city]?.trim() === "" ? [index + 2] : []));
}
