export const roles = ["viewer", "dispatcher", "billing", "admin"] as const;
export type Role = (typeof roles)[number];

/** What a signed-in user may do (01-decisions, tenancy, users, roles). */
export type Permission =
  | "shipments:read"
  | "shipments:write"
  | "customers:read"
  | "customers:write"
  | "invoices:read"
  | "invoices:write"
  | "api_keys:manage"
  | "users:manage"
  | "audit_log:read"
  | "webhooks:read"
  | "webhooks:write"
  | "event_log:read"
  | "event_log:retry"
  | "tenant:write";

const readable = ["shipments:read", "customers:read", "invoices:read", "webhooks:read"] as const;

const permissionsOf: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(readable),
  dispatcher: new Set([...readable, "shipments:write", "customers:write"]),
  billing: new Set([...readable, "customers:write", "invoices:write"]),
  admin: new Set([
    ...readable,
    "shipments:write",
    "customers:write",
    "invoices:write",
    "api_keys:manage",
    "users:manage",
    "audit_log:read",
    "webhooks:write",
    "event_log:read",
    "event_log:retry",
    "tenant:write",
  ]),
};

export function roleMay(role: Role, permission: Permission): boolean {
  return permissionsOf[role].has(permission);
}
