import type { ApiKeyEvent, TenantEvent } from "@shipment-tracking/contracts";
import { describe, expect, test } from "vitest";
import { createMemoryLog, testId } from "../fixtures/memory-log.ts";
import { projectApiKey, projectTenant, type ApiKeyRow, type TenantRow } from "./project-account.ts";

const tenantId = testId("tenant", 1);
const keyId = testId("key", 1);
const tenantCreated = { type: "tenant.created", name: "Acme" } as const;
const keyCreated = {
  type: "api_key.created",
  keyId,
  keyHash: "ab".repeat(32),
  name: "ERP",
  expiresAt: null,
} as const;

describe("projectTenant", () => {
  test("a tenant is active from its creation until deactivated", () => {
    const states = [
      tenantCreated,
      { type: "tenant.deactivated" },
      { type: "tenant.activated" },
    ] as const;
    expect(tenants(states).map((row) => row.active)).toEqual([true, false, true]);
  });

  test("the row of a tenant that only its other streams mentioned is as none", () => {
    const record = createMemoryLog().append(tenantId, tenantId, tenantCreated);
    const mentioned = { tenantId, active: false, version: 0 };
    expect(projectTenant(mentioned, tenantCreated, record)).toEqual({
      tenantId,
      active: true,
      version: 1,
    });
  });

  test.each<[string, readonly TenantEvent[]]>([
    ["beginning without creation", [{ type: "tenant.activated" }]],
    ["a second creation", [tenantCreated, tenantCreated]],
  ])("%s is refused", (_name, events) => {
    expect(() => tenants(events)).toThrow(/creation|exists already/);
  });

  test("an event in another stream than the tenant's is refused", () => {
    const record = createMemoryLog().append(tenantId, keyId, tenantCreated);
    expect(() => projectTenant(null, tenantCreated, record)).toThrow(/has the tenant's id/);
  });
});

describe("projectApiKey", () => {
  test("a revoked key stays revoked since its first revocation", () => {
    const rows = keys([
      keyCreated,
      { type: "api_key.revoked", keyId },
      { type: "api_key.revoked", keyId },
    ]);
    expect(rows.map((row) => row.version)).toEqual([1, 2, 3]);
    expect(rows[0]?.revokedAt).toBeNull();
    expect(rows[1]?.revokedAt).toBe("2026-03-01T00:00:01.000Z");
    expect(rows[2]?.revokedAt).toBe(rows[1]?.revokedAt);
  });

  test.each<[string, readonly ApiKeyEvent[]]>([
    ["a revocation before the creation", [{ type: "api_key.revoked", keyId }]],
    ["a second creation", [keyCreated, keyCreated]],
    ["the creation of another key", [{ ...keyCreated, keyId: tenantId }]],
  ])("%s is refused", (_name, events) => {
    expect(() => keys(events)).toThrow(/creation|exists already|another key/);
  });
});

function tenants(events: readonly TenantEvent[]): readonly TenantRow[] {
  const log = createMemoryLog();
  const rows: TenantRow[] = [];
  for (const event of events) {
    rows.push(projectTenant(rows.at(-1) ?? null, event, log.append(tenantId, tenantId, event)));
  }
  return rows;
}

function keys(events: readonly ApiKeyEvent[]): readonly ApiKeyRow[] {
  const log = createMemoryLog();
  const rows: ApiKeyRow[] = [];
  for (const event of events) {
    rows.push(projectApiKey(rows.at(-1) ?? null, event, log.append(tenantId, keyId, event)));
  }
  return rows;
}
