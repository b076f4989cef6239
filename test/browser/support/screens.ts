import type { Role } from "@shipment-tracking/web-service";
import { expect } from "vitest";
import type { ConsoleSite } from "./console-site.ts";

/** One screen of the console, with which of its states there are. */
export interface ScreenStates {
  readonly name: string;
  /** Its address; makes what it needs to be empty. */
  path(site: ConsoleSite): string | Promise<string>;
  /** The path of the API that it cannot do without; null: a form that asks for nothing. */
  readonly asks: ((path: string) => string) | null;
  /** What is there once it is loaded: of a screen that can be empty, what it then says. */
  readonly loaded: string;
  /** False: what it asks for never changes. */
  readonly becomesStale?: false;
  /** Its address and words when what it is about is not there. */
  readonly missing?: readonly [path: string, words: string];
  /** Who may not see it. */
  readonly forbidden?: readonly Role[];
  /** What only those who may write see on it, as a button or link. */
  readonly writing?: string;
}

const nowhere = "00000000-0000-4000-8000-000000000000";
const readers = ["viewer", "dispatcher", "billing"] as const;
const at = (path: string) => () => path;
const lastPart = (prefix: string) => (path: string) => `${prefix}/${path.split("/").at(-1) ?? ""}`;

/** The lists come first, while the company has nothing. */
export const screens: readonly ScreenStates[] = [
  {
    name: "board",
    path: at("/"),
    asks: at("/api/shipments"),
    loaded: "No shipments yet",
    writing: "New shipment",
  },
  {
    name: "customers",
    path: at("/customers"),
    asks: at("/api/customers"),
    loaded: "No customers yet",
    writing: "New customer",
  },
  {
    name: "invoices",
    path: at("/invoices"),
    asks: at("/api/invoices"),
    loaded: "No invoices yet",
    writing: "New invoice",
  },
  {
    name: "imports",
    path: at("/imports"),
    asks: at("/api/imports"),
    loaded: "No imports yet",
    forbidden: ["viewer", "billing"],
  },
  {
    name: "API keys",
    path: at("/api-keys"),
    asks: at("/api/api-keys"),
    loaded: "No keys yet",
    forbidden: readers,
  },
  {
    name: "webhooks",
    path: at("/webhooks"),
    asks: at("/api/webhook-endpoints"),
    loaded: "No endpoints yet",
    writing: "Add an endpoint",
  },
  {
    name: "shipment",
    path: async (site) => `/shipments/${(await site.shipment()).id}`,
    asks: lastPart("/api/shipments"),
    loaded: "Nothing has happened yet",
    missing: ["/shipments/none", "Shipment not found"],
    writing: "Edit",
  },
  {
    name: "edit shipment",
    path: async (site) => `/shipments/${(await site.shipment()).id}/edit`,
    asks: (path) => path.replace("/edit", "").replace("/shipments", "/api/shipments"),
    loaded: "Origin city",
    missing: [`/shipments/${nowhere}/edit`, "Shipment not found"],
    forbidden: ["viewer", "billing"],
  },
  {
    name: "new shipment",
    path: at("/shipments/new"),
    asks: null,
    loaded: "Origin city",
    forbidden: ["viewer", "billing"],
  },
  {
    name: "customer",
    path: async (site) => `/customers/${await newCustomer(site)}`,
    asks: lastPart("/api/customers"),
    loaded: "No invoices yet",
    missing: [`/customers/${nowhere}`, "Customer not found"],
    writing: "Deactivate",
  },
  {
    name: "new customer",
    path: at("/customers/new"),
    asks: null,
    loaded: "Contact person",
    forbidden: ["viewer"],
  },
  {
    name: "invoice",
    path: async (site) => {
      const draft = { customerId: await newCustomer(site), currency: "EUR" };
      return `/invoices/${(await site.call("billing", "POST /api/invoices", draft)).invoice.id}`;
    },
    asks: lastPart("/api/invoices"),
    loaded: "No lines yet",
    missing: [`/invoices/${nowhere}`, "Invoice not found"],
    writing: "Issue",
  },
  {
    name: "new invoice",
    path: at("/invoices/new"),
    asks: at("/api/currencies"),
    loaded: "Add a line",
    becomesStale: false,
    forbidden: ["viewer", "dispatcher"],
  },
  {
    name: "import",
    path: async (site) => {
      const file = "shipmentNumber,mode\nSTATES-1,parcel\n";
      const { importId } = await site.call("dispatcher", "POST /api/imports?kind=shipments", file);
      return `/imports/${String(importId)}`;
    },
    asks: lastPart("/api/imports"),
    loaded: "There already",
    missing: [`/imports/${nowhere}`, "Import not found"],
    forbidden: ["viewer", "billing"],
  },
  {
    name: "webhook endpoint",
    path: async (site) => `/webhooks/${await newEndpoint(site)}`,
    asks: lastPart("/api/webhook-endpoints"),
    loaded: "Nothing was sent yet",
    missing: [`/webhooks/${nowhere}`, "Endpoint not found"],
    writing: "Send a test",
  },
  {
    name: "new webhook endpoint",
    path: at("/webhooks/new"),
    asks: null,
    loaded: "Add a header",
    forbidden: readers,
  },
  {
    name: "webhook delivery",
    path: async (site) => `/webhooks/deliveries/${await newDelivery(site)}`,
    asks: lastPart("/api/webhook-deliveries"),
    loaded: "No attempt yet",
    missing: [`/webhooks/deliveries/${nowhere}`, "Delivery not found"],
  },
  {
    name: "event log",
    path: at("/event-log?type=no.such"),
    asks: at("/api/event-log"),
    loaded: "Nothing is parked",
    writing: "Filter",
  },
  {
    name: "audit log",
    path: at("/audit-log?action=no.such"),
    asks: at("/api/audit-log"),
    loaded: "Nothing fits",
    forbidden: readers,
  },
  {
    name: "users",
    path: at("/users"),
    asks: at("/api/users"),
    loaded: "Robin billing",
    forbidden: readers,
  },
  {
    name: "settings",
    path: at("/settings"),
    asks: at("/api/auth/sessions"),
    loaded: "Last used",
  },
  {
    name: "developers",
    path: at("/developer"),
    asks: at("/api/developer"),
    loaded: "Base URL",
    writing: "Make a key",
  },
];

async function newCustomer(site: ConsoleSite): Promise<string> {
  const body = { name: "Gotthard AG", currency: "EUR" };
  return (await site.call("billing", "POST /api/customers", body)).customer.id;
}

async function newEndpoint(site: ConsoleSite): Promise<string> {
  const body = { url: `${site.url}/dev/webhooks/states` };
  return (await site.call("admin", "POST /api/webhook-endpoints", body)).id;
}

/** One that waits, because its endpoint is paused. */
async function newDelivery(site: ConsoleSite): Promise<string> {
  const endpoint = await newEndpoint(site);
  const path = `/api/webhook-endpoints/${endpoint}`;
  await site.call("admin", `POST ${path}/pause`);
  const { id } = await site.shipment();
  await site.record(id, { eventType: "pickup" });
  let found = "";
  await expect
    .poll(async () => {
      found = (await site.call("admin", `GET ${path}/deliveries`)).items[0]?.id ?? "";
      return found;
    })
    .not.toBe("");
  return found;
}
