import { hashApiKey, hashTrackingToken } from "@shipment-tracking/contracts";
import { shipmentStatuses, type ShipmentId, type TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliver } from "../fixtures/deliver.ts";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { created, scanned, shared } from "../fixtures/shipment-events.ts";
import { appliedPositions } from "./applied-positions.ts";
import { findApiKey } from "./find-api-key.ts";
import { findPublicTracking } from "./find-public-tracking.ts";
import { getShipment } from "./get-shipment.ts";
import { listShipments, shipmentList } from "./list-shipments.ts";

let db: TestDatabase;
let api: Pool;
const log = createMemoryLog(40);
const [big, small, inactive, unknown] = [0, 1, 2, 3].map(
  (n) => testId("tenant", n) as TenantId,
) as [TenantId, TenantId, TenantId, TenantId];
const tokenOf = (id: string): string => hashTrackingToken(`token of ${id}`);

beforeAll(async () => {
  db = await createTestDatabase();
  api = db.pool("api");
  for (const id of [big, small, inactive])
    log.append(id, id, { type: "tenant.created", name: "T" });
  log.append(inactive, inactive, { type: "tenant.deactivated" });
  for (let number = 0; number < 320; number += 1) appendShipment(big, number);
  for (let number = 1_000; number < 1_003; number += 1) appendShipment(small, number);
  appendShipment(inactive, 2_000);
  await deliver(db.pool("projector"), log.records);
});
afterAll(() => db.drop());

describe("listShipments", () => {
  test("pages exactly as sorting and slicing all rows does, ties included", async () => {
    const bounds = fc.record({
      limit: fc.integer({ min: 1, max: 200 }),
      offset: fc.oneof(fc.nat(340), fc.nat(Number.MAX_SAFE_INTEGER)),
      status: fc.constantFrom(null, ...shipmentStatuses),
      tenantId: fc.constantFrom(big, small, unknown),
    });
    await fc.assert(
      fc.asyncProperty(bounds, async ({ tenantId, ...args }) => {
        const { json, hasNext } = await listShipments(api, tenantId, args);
        const all = naiveList(tenantId, args.status);
        expect(idsOf(String(json))).toEqual(all.slice(args.offset, args.offset + args.limit));
        expect(hasNext).toBe(args.offset + args.limit < all.length);
      }),
      { numRuns: 150 },
    );
  });

  test("paging through shows each row once", async () => {
    const seen: string[] = [];
    let hasNext = true;
    for (let offset = 0; hasNext; offset += 7) {
      const page = await listShipments(api, big, { limit: 7, offset, status: null });
      seen.push(...idsOf(String(page.json)));
      hasNext = page.hasNext;
    }
    expect(seen).toEqual(naiveList(big, null));
  });

  test.each(["lost", "IN_TRANSIT", " in_transit", "in_transit\0", "x".repeat(10_240), "'; drop"])(
    "status %j matches nothing and is no error",
    async (status) => {
      const page = await listShipments(api, big, { limit: 50, offset: 0, status });
      expect(page).toMatchObject({ json: "[]", hasNext: false });
    },
  );

  test("more than 200 rows never come at once", async () => {
    const page = await listShipments(api, big, { limit: 1_000, offset: 0, status: null });
    expect(idsOf(String(page.json))).toHaveLength(200);
    expect(page.hasNext).toBe(true);
  });

  test.each([320, 321, 1_000_000, Number.MAX_SAFE_INTEGER])(
    "offset %d is beyond the end and answered without touching the rows",
    async (offset) => {
      const { rows } = await api.query<{ "QUERY PLAN": string }>({
        text: `explain (analyze, costs off, timing off, summary off) ${shipmentList.single.all}`,
        values: [big, 50, offset],
      });
      const scans = rows
        .map((row) => row["QUERY PLAN"])
        .filter((line) => line.includes("on shipments"));
      expect(scans).not.toEqual([]);
      for (const scan of scans) expect(scan).toContain("never executed");
      expect(await listShipments(api, big, { limit: 50, offset, status: null })).toMatchObject({
        json: "[]",
        hasNext: false,
      });
    },
  );
});

describe("getShipment", () => {
  test("gives the whole answer to its own tenant and nothing to another", async () => {
    const id = testId("shipment", 3) as ShipmentId;
    const detail: unknown = JSON.parse(String((await getShipment(api, big, id))?.json));
    expect(detail).toMatchObject({ id, tracking: [{ eventType: "in_transit" }] });
    expect(await getShipment(api, small, id)).toBeNull();
    expect(await getShipment(api, big, testId("shipment", 9_999) as ShipmentId)).toBeNull();
  });
});

describe("findPublicTracking", () => {
  test("finds a shared shipment of an active tenant by its token alone", async () => {
    const view: unknown = JSON.parse(
      String(await findPublicTracking(api, tokenOf(testId("shipment", 5)))),
    );
    expect(view).toMatchObject({ shipmentNumber: "S-1", events: [{ description: null }] });
  });

  test("finds nothing for an unknown token or an inactive tenant", async () => {
    expect(await findPublicTracking(api, tokenOf("nobody"))).toBeNull();
    expect(await findPublicTracking(api, tokenOf(testId("shipment", 2_000)))).toBeNull();
  });

  test("follows the tenant's activation", async () => {
    const token = tokenOf(testId("shipment", 1_000));
    expect(await findPublicTracking(api, token)).not.toBeNull();
    await deliver(db.pool("projector"), [log.append(small, small, { type: "tenant.deactivated" })]);
    expect(await findPublicTracking(api, token)).toBeNull();
    await deliver(db.pool("projector"), [log.append(small, small, { type: "tenant.activated" })]);
    expect(await findPublicTracking(api, token)).not.toBeNull();
  });
});

describe("findApiKey", () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const past = new Date(Date.now() - 1_000).toISOString();

  test.each([
    ["a key without expiry", { tenantId: big, expiresAt: null, revoked: false }, true],
    ["a key that expires later", { tenantId: big, expiresAt: soon, revoked: false }, true],
    ["an expired key", { tenantId: big, expiresAt: past, revoked: false }, false],
    ["a revoked key", { tenantId: big, expiresAt: null, revoked: true }, false],
    ["a key of an inactive tenant", { tenantId: inactive, expiresAt: null, revoked: false }, false],
    [
      "a key of a tenant that is not there yet",
      { tenantId: unknown, expiresAt: null, revoked: false },
      false,
    ],
  ])("%s: %o is valid: %s", async (name, { tenantId, expiresAt, revoked }, valid) => {
    const keyId = testId(name, 0);
    const keyHash = hashApiKey(name);
    const records = [
      log.append(tenantId, keyId, { type: "api_key.created", keyId, keyHash, name, expiresAt }),
    ];
    if (revoked) records.push(log.append(tenantId, keyId, { type: "api_key.revoked", keyId }));
    await deliver(db.pool("projector"), records);
    const found = await findApiKey(api, keyHash);
    if (valid) expect(found).toMatchObject({ tenantId, keyId });
    else expect(found).toBeNull();
  });

  test("an unknown key is nobody's", async () => {
    expect(await findApiKey(api, hashApiKey("unknown"))).toBeNull();
  });
});

test("applied positions are those of the projector, all parts asked for at once", async () => {
  const [one = 0, other = 0] = log.parts();
  await db.pool("projector").query({
    text: "insert into read.positions (consumer, part, pos) values ('another', $1, 999)",
    values: [one],
  });
  const idle = Array.from({ length: 64 }, (_, part) => part).filter(
    (part) => !log.parts().includes(part),
  );
  expect(idle.length).toBeGreaterThan(0);
  expect(await appliedPositions(api, [one, other, ...idle])).toEqual(
    new Map([one, other].map((part) => [part, log.ofPart(part).length])),
  );
});

test("nothing asked here is an error in the server's log", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

interface Appended {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
  readonly status: string;
}
const appended: Appended[] = [];

/** Few distinct creation times, so that the id decides; every status; every fifth one shared. */
function appendShipment(tenantId: TenantId, number: number): void {
  const id = testId("shipment", number);
  const status = shipmentStatuses[number % 5] ?? "draft";
  const creation = created(id, number % 11);
  log.append(tenantId, id, creation);
  log.append(tenantId, id, { ...scanned(number), status });
  if (number % 5 === 0) log.append(tenantId, id, { ...shared(tokenOf(id)), status });
  appended.push({ id, tenantId, createdAt: creation.createdAt, status });
}

function naiveList(tenantId: string, status: string | null): readonly string[] {
  return appended
    .filter((row) => row.tenantId === tenantId && (status === null || row.status === status))
    .toSorted((left, right) => {
      if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
      return left.id < right.id ? 1 : -1;
    })
    .map((row) => row.id);
}

function idsOf(json: string): readonly string[] {
  // a page of items, each with its id
  return (JSON.parse(json) as { id: string }[]).map((item) => item.id);
}
