export const roles = ["viewer", "dispatcher", "billing", "admin"] as const;
export type Role = (typeof roles)[number];

/** What a signed-in user may do (01-decisions, tenancy, users, roles). */
export type Permission = "shipments:read" | "shipments:write" | "api_keys:manage";

const permissionsOf: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  viewer: new Set(["shipments:read"]),
  dispatcher: new Set(["shipments:read", "shipments:write"]),
  billing: new Set(["shipments:read"]),
  admin: new Set(["shipments:read", "shipments:write", "api_keys:manage"]),
};

export function roleMay(role: Role, permission: Permission): boolean {
  return permissionsOf[role].has(permission);
}
