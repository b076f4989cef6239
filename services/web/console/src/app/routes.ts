import { type ConsolePage, consolePaths } from "../../../src/console-app/console-paths.ts";
import type { Permission } from "./session.ts";

export { consolePaths };

/** What the shell knows of a screen before its code is there. */
export interface ScreenInfo {
  /** For the browser's tab while the screen says nothing better. */
  readonly title: string;
  /** Without it the screen is forbidden. */
  readonly needs?: Permission;
}

export type ShellPage = Exclude<ConsolePage, "login" | "reset" | "setUp">;

export const screens: Readonly<Record<ShellPage, ScreenInfo>> = {
  board: { title: "Shipments", needs: "shipments:read" },
  newShipment: { title: "New shipment", needs: "shipments:write" },
  shipment: { title: "Shipment", needs: "shipments:read" },
  editShipment: { title: "Edit shipment", needs: "shipments:write" },
  customers: { title: "Customers", needs: "customers:read" },
  newCustomer: { title: "New customer", needs: "customers:write" },
  customer: { title: "Customer", needs: "customers:read" },
  invoices: { title: "Invoices", needs: "invoices:read" },
  newInvoice: { title: "New invoice", needs: "invoices:write" },
  invoice: { title: "Invoice", needs: "invoices:read" },
  imports: { title: "Imports", needs: "shipments:write" },
  import: { title: "Import", needs: "shipments:write" },
  apiKeys: { title: "API keys", needs: "api_keys:manage" },
  webhooks: { title: "Webhooks", needs: "webhooks:read" },
  newWebhook: { title: "New webhook endpoint", needs: "webhooks:write" },
  webhook: { title: "Webhook endpoint", needs: "webhooks:read" },
  delivery: { title: "Webhook delivery", needs: "webhooks:read" },
  eventLog: { title: "Event log", needs: "shipments:read" },
  auditLog: { title: "Audit log", needs: "audit_log:read" },
  users: { title: "Users", needs: "users:manage" },
  settings: { title: "Settings" },
  developer: { title: "Developers" },
};
