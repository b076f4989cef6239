import {
  generateApiKey,
  generateTrackingToken,
  hashTrackingToken,
} from "@shipment-tracking/contracts";
import {
  createTestDatabase,
  loadCorpus,
  playCase,
  type TestDatabase,
} from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApiServer, type ApiServer } from "./fixtures/api-server.ts";
import { buildBilling } from "./fixtures/billing-builder.ts";
import { createReadModelWriter } from "./fixtures/read-model-writer.ts";
import { buildTenant } from "./fixtures/tenant-builder.ts";

let db: TestDatabase;
let server: ApiServer;
let variables: Record<string, string>;

beforeAll(async () => {
  db = await createTestDatabase();
  variables = await fillDatabase(db);
  server = await startApiServer(db, { headersTimeoutMs: 400 });
});

afterAll(async () => {
  await server.stop();
  await db.drop();
});

describe.each([
  "http-edges",
  "outside-paths",
  "read-api-lists",
  "read-api-access",
  "public-tracking",
  "slow-clients",
])("corpus %s", (name) => {
  test.each(loadCorpus(name).map((one, index) => [index + 1, one.why, one] as const))(
    "line %i: %s",
    async (_line, _why, one) => {
      const target = { host: "127.0.0.1", port: server.port, variables };
      expect(await playCase(target, one)).toEqual([]);
    },
  );
});

test("nothing in the corpus makes the database report an error", async () => {
  expect(await db.serverErrors()).toEqual([]);
});

async function fillDatabase(database: TestDatabase): Promise<Record<string, string>> {
  const writer = createReadModelWriter(database.pool("projector"));
  const tenant = buildTenant(writer);
  const other = buildTenant(writer);
  const inactive = buildTenant(writer);
  const shipmentId = tenant.shipment();
  tenant.scan(shipmentId, { description: "Pünktlich" });
  for (let n = 0; n < 230; n += 1) {
    const id = tenant.shipment();
    if (n % 3 === 0) tenant.scan(id, { eventType: "departure" });
    if (n % 5 === 0) tenant.scan(id, { eventType: "delivered", city: "Łódź" });
  }
  const billing = buildBilling(writer, tenant.tenantId);
  for (let n = 0; n < 60; n += 1) {
    billing.customer({ status: n % 3 === 0 ? "inactive" : "active" });
    billing.invoice();
  }
  const revoked = tenant.key();
  tenant.revoke(revoked.keyId);
  const otherShipmentId = other.shipment();
  const inactiveToken = inactive.share(inactive.shipment());
  const token = tenant.share(shipmentId);
  const keys = {
    key: tenant.key().key,
    otherKey: other.key().key,
    revokedKey: revoked.key,
    expiredKey: tenant.key("2026-01-01T00:00:00.000Z").key,
    inactiveKey: inactive.key().key,
  };
  inactive.deactivate();
  await writer.flush();
  return {
    ...keys,
    ...neverIssued(keys.key),
    token,
    inactiveToken,
    tokenHash: hashTrackingToken(token),
    tokenBase64: Buffer.from(token).toString("base64"),
    shipmentId,
    shipmentIdUpper: shipmentId.toUpperCase(),
    shipmentIdCompact: shipmentId.replaceAll("-", ""),
    otherShipmentId,
    path: "/nothing-here",
  };
}

function neverIssued(key: string): Record<string, string> {
  return {
    unknownKey: generateApiKey(),
    badKey: `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`,
    unknownToken: generateTrackingToken(),
    unknownId: "7f3f7c0e-6a0b-4b60-9c3e-1a5d9f0f4a11",
  };
}
