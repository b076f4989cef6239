import { consolePaths } from "../console-app/console-paths.ts";
import type { Permission } from "./roles.ts";

/** `public`: anybody; `session`: anybody signed in; otherwise signed in with that permission. */
export type Access = "public" | "session" | Permission;

/**
 * Who may call what: every route of the application has a line here, and one without cannot be registered. HEAD goes with GET.
 */
export const accessByRoute: Readonly<Record<string, Access>> = {
  // the console's page and its code hold no data; signing in is one of its screens
  ...Object.fromEntries(
    Object.values(consolePaths).map((path): readonly [string, Access] => [`GET ${path}`, "public"]),
  ),
  "GET /assets/*": "public",
  "GET /track/:token": "public",
  // what is described is published with the source anyhow
  "GET /docs": "public",
  "GET /docs/plain": "public",
  "GET /docs/web/plain": "public",
  "GET /docs/webhooks.json": "public",
  "GET /docs/assets/:hash/scalar.js": "public",
  // there in demo mode only
  "GET /dev/mail": "public",
  "GET /dev/webhooks": "public",
  "POST /dev/webhooks/:inbox": "public",
  "POST /dev/webhooks/:inbox/answer": "public",

  "POST /api/auth/login": "public",
  "POST /api/auth/logout": "session",
  "GET /api/auth/me": "session",
  "PATCH /api/auth/me": "session",
  "GET /api/auth/sessions": "session",
  "DELETE /api/auth/sessions": "session",
  "POST /api/auth/password": "session",
  "POST /api/auth/password-reset": "public",
  "POST /api/auth/password-reset/confirm": "public",

  "GET /api/users": "users:manage",
  "POST /api/users": "users:manage",
  "PATCH /api/users/:id": "users:manage",

  "GET /api/shipments": "shipments:read",
  "GET /api/shipments/counts": "shipments:read",
  "POST /api/shipments": "shipments:write",
  "GET /api/shipments/:id": "shipments:read",
  "GET /api/shipments/:id/trace": "shipments:read",
  "PATCH /api/shipments/:id": "shipments:write",
  "GET /api/shipments/:id/tracking-preview": "shipments:read",
  "POST /api/shipments/:id/events": "shipments:write",
  "POST /api/shipments/:id/events/preview": "shipments:write",
  "POST /api/shipments/:id/events/:eventId/void": "shipments:write",
  "POST /api/shipments/:id/return": "shipments:write",
  "POST /api/shipments/:id/cancel": "shipments:write",
  "POST /api/shipments/:id/reopen": "shipments:write",
  // sharing reveals what may be read anyhow (specification 4.5)
  "POST /api/shipments/:id/share": "shipments:read",
  "POST /api/shipments/bulk/events": "shipments:write",
  "POST /api/shipments/bulk/void": "shipments:write",

  "POST /api/imports": "shipments:write",
  "GET /api/imports": "shipments:write",
  "GET /api/imports/:id": "shipments:write",

  "GET /api/customers": "customers:read",
  "POST /api/customers": "customers:write",
  "GET /api/customers/:id": "customers:read",
  "PATCH /api/customers/:id": "customers:write",

  "GET /api/invoices": "invoices:read",
  "POST /api/invoices": "invoices:write",
  "GET /api/invoices/:id": "invoices:read",
  "PATCH /api/invoices/:id": "invoices:write",
  "DELETE /api/invoices/:id": "invoices:write",
  "POST /api/invoices/:id/issue": "invoices:write",
  "POST /api/invoices/:id/payments": "invoices:write",
  "POST /api/invoices/:id/payments/:paymentId/reverse": "invoices:write",
  "POST /api/invoices/:id/void": "invoices:write",
  "POST /api/invoices/:id/uncollectible": "invoices:write",
  "GET /api/currencies": "session",

  "GET /api/api-keys": "api_keys:manage",
  "POST /api/api-keys": "api_keys:manage",
  "DELETE /api/api-keys/:id": "api_keys:manage",

  "GET /api/webhook-endpoints": "webhooks:read",
  "POST /api/webhook-endpoints": "webhooks:write",
  "GET /api/webhook-endpoints/:id": "webhooks:read",
  "PATCH /api/webhook-endpoints/:id": "webhooks:write",
  "DELETE /api/webhook-endpoints/:id": "webhooks:write",
  "POST /api/webhook-endpoints/:id/rotate-secret": "webhooks:write",
  "POST /api/webhook-endpoints/:id/test": "webhooks:write",
  "POST /api/webhook-endpoints/:id/pause": "webhooks:write",
  "POST /api/webhook-endpoints/:id/enable": "webhooks:write",
  "POST /api/webhook-endpoints/:id/recover": "webhooks:write",
  "GET /api/webhook-endpoints/:id/deliveries": "webhooks:read",
  "GET /api/webhook-deliveries/:id": "webhooks:read",
  "POST /api/webhook-deliveries/:id/replay": "webhooks:write",

  "GET /api/audit-log": "audit_log:read",

  "GET /api/tenant": "session",
  "PATCH /api/tenant": "tenant:write",
  "GET /api/developer": "session",

  "GET /api/lag": "session",
  "GET /api/event-log": "event_log:read",
  "GET /api/event-log/events": "event_log:read",
  "POST /api/event-log/parked/:consumer/:streamId/retry": "event_log:retry",

  "GET /api/stream": "shipments:read",
  // it is published with the source anyhow
  "GET /api/web-openapi.json": "public",
};

/** Undefined for a route without a line. */
export function accessTo(method: string, pattern: string): Access | undefined {
  const key = `${method === "HEAD" ? "GET" : method} ${pattern}`;
  return Object.hasOwn(accessByRoute, key) ? accessByRoute[key] : undefined;
}
