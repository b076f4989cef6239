import type { Permission } from "./roles.ts";

/** `public`: anybody; `session`: anybody signed in; otherwise signed in with that permission. */
export type Access = "public" | "session" | Permission;

/**
 * Who may call what: every route of the application has a line here, and one without cannot be registered. HEAD goes with GET.
 */
export const accessByRoute: Readonly<Record<string, Access>> = {
  "GET /": "public",
  "GET /track/:token": "public",

  "POST /api/auth/login": "public",
  "POST /api/auth/logout": "session",
  "GET /api/auth/me": "session",

  "POST /api/shipments": "shipments:write",
  "GET /api/shipments/:id": "shipments:read",
  "PATCH /api/shipments/:id": "shipments:write",
  "POST /api/shipments/:id/events": "shipments:write",
  "POST /api/shipments/:id/events/:eventId/void": "shipments:write",
  "POST /api/shipments/:id/return": "shipments:write",
  "POST /api/shipments/:id/cancel": "shipments:write",
  "POST /api/shipments/:id/reopen": "shipments:write",
  // sharing reveals what may be read anyhow (specification 4.5)
  "POST /api/shipments/:id/share": "shipments:read",
  "POST /api/shipments/bulk/events": "shipments:write",

  "POST /api/imports": "shipments:write",
  "GET /api/imports": "shipments:write",
  "GET /api/imports/:id": "shipments:write",

  "GET /api/api-keys": "api_keys:manage",
  "POST /api/api-keys": "api_keys:manage",
  "DELETE /api/api-keys/:id": "api_keys:manage",
};

/** Undefined for a route without a line. */
export function accessTo(method: string, pattern: string): Access | undefined {
  const key = `${method === "HEAD" ? "GET" : method} ${pattern}`;
  return Object.hasOwn(accessByRoute, key) ? accessByRoute[key] : undefined;
}
