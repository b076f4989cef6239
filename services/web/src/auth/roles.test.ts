import { expect, test } from "vitest";
import { type Permission, type Role, roleMay, roles } from "./roles.ts";

// the table of 01-decisions, typed again: the sweep over the routes trusts roles.ts
const may: Readonly<Record<Permission, string>> = {
  "shipments:read": "viewer dispatcher billing admin",
  "shipments:write": "dispatcher admin",
  "customers:read": "viewer dispatcher billing admin",
  "customers:write": "dispatcher billing admin",
  "invoices:read": "viewer dispatcher billing admin",
  "invoices:write": "billing admin",
  "api_keys:manage": "admin",
  "users:manage": "admin",
  "audit_log:read": "admin",
  "webhooks:read": "viewer dispatcher billing admin",
  "webhooks:write": "admin",
  "event_log:read": "admin",
  "event_log:retry": "admin",
  "tenant:write": "admin",
};

test.each(Object.entries(may))("%s is for %s", (permission, expected) => {
  const allowed = roles.filter((role: Role) => roleMay(role, permission as Permission)); // a key of the table above
  expect(allowed.join(" ")).toBe(expected);
});
