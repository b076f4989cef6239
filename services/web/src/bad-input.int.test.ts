import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessByRoute } from "./auth/access.ts";
import {
  badAmounts,
  badDates,
  badInstants,
  badTexts,
  type BadValue,
  type JsonValue,
  withValueAt,
} from "./fixtures/bad-values.ts";
import { type Client, startFixture, type WebFixture } from "./fixtures/web-fixture.ts";

const uuid = "8d3b6c1e-6d0f-4b8e-9a49-5a9f1c1f3b52";
const scan = {
  eventType: "pickup",
  city: "Bern",
  eventAt: "2026-02-03T08:00:00Z",
  description: "At the gate",
  internalNote: "Ring twice",
  externalId: "scan-1",
};
const place = {
  city: "Bern",
  countryCode: "CH",
  addressLine1: "Gasse 1",
  postalCode: "3011",
  timeZone: "Europe/Zurich",
};
const lineItem = {
  chargeCode: "freight",
  description: "Haulage",
  quantity: "2",
  unitAmountMinor: 100,
};
const notText = badTexts.filter((bad) => typeof bad.value !== "string");
// without a zone it is the stop's local time
const notInstants = badInstants.filter((bad) => bad.what !== "no zone");
const texts = (...paths: string[]) => paths.map((path) => [path, badTexts] as const);

interface Command {
  /** A body that is accepted, but for the ids that it names. */
  readonly body: { readonly [name: string]: JsonValue };
  /** What each field must not be. */
  readonly fields: readonly (readonly [path: string, values: readonly BadValue[]])[];
}

/** Every route that takes a JSON body; `:id` is the id of an own record. */
const commands: Readonly<Record<string, Command>> = {
  "POST /api/auth/login": {
    body: { email: "a@example.com", password: "correct horse battery" },
    // a password that nobody can have is as wrong as any other, and answered like it
    fields: [...texts("email"), ["password", notText]],
  },
  "POST /api/auth/password": {
    body: { currentPassword: "correct horse battery", newPassword: "another long secret" },
    fields: texts("currentPassword", "newPassword"),
  },
  "POST /api/auth/password-reset": { body: { email: "a@example.com" }, fields: texts("email") },
  "POST /api/auth/password-reset/confirm": {
    body: { token: "x".repeat(43), password: "another long secret" },
    // the link is judged before the password
    fields: [...texts("token"), ["password", notText]],
  },
  "POST /api/users": {
    body: { email: "new@example.com", name: "New", role: "viewer" },
    fields: texts("email", "name", "role"),
  },
  "PATCH /api/users/:id": { body: { name: "New", role: "viewer" }, fields: texts("name", "role") },
  "POST /api/shipments": {
    body: {
      mode: "parcel",
      shipmentNumber: "S-1",
      customerId: uuid,
      carrierName: "Post",
      references: [{ type: "po", value: "1" }],
      origin: place,
      destination: place,
      pickupScheduledAt: "2026-02-03T08:00:00Z",
      deliveryScheduledAt: "2026-02-04T08:00:00Z",
      internalNotes: "Fragile",
    },
    fields: [
      ...texts("mode", "shipmentNumber", "customerId", "carrierName", "internalNotes"),
      ...texts("references.0.type", "references.0.value", "origin.city", "origin.countryCode"),
      ...texts("destination.addressLine1", "destination.postalCode", "destination.timeZone"),
      ["pickupScheduledAt", notInstants],
      ["deliveryScheduledAt", notInstants],
    ],
  },
  "PATCH /api/shipments/:id": {
    body: { carrierName: "Post", pickupScheduledAt: "2026-02-03T08:00:00Z" },
    fields: [...texts("carrierName"), ["pickupScheduledAt", badInstants]],
  },
  "POST /api/shipments/:id/events": {
    body: scan,
    fields: [
      ...texts("eventType", "city", "description", "internalNote", "externalId"),
      ["eventAt", badInstants],
    ],
  },
  "POST /api/shipments/:id/events/:eventId/void": {
    body: { reason: "Wrong parcel", replacement: scan },
    fields: [...texts("reason", "replacement.city"), ["replacement.eventAt", badInstants]],
  },
  "POST /api/shipments/:id/events/preview": {
    body: scan,
    fields: [
      ...texts("eventType", "city", "description", "internalNote", "externalId"),
      ["eventAt", badInstants],
    ],
  },
  "POST /api/shipments/bulk/void": {
    body: { events: [{ shipmentId: uuid, eventId: uuid }], reason: "Undone" },
    fields: texts("events.0.shipmentId", "events.0.eventId", "reason"),
  },
  "PATCH /api/auth/me": { body: { name: "New" }, fields: texts("name") },
  "PATCH /api/tenant": { body: { timeZone: "Europe/Zurich" }, fields: texts("timeZone") },
  "POST /api/shipments/:id/return": { body: { reason: "Refused" }, fields: texts("reason") },
  "POST /api/shipments/:id/cancel": { body: { reason: "Not needed" }, fields: texts("reason") },
  "POST /api/shipments/:id/reopen": { body: { reason: "Needed" }, fields: texts("reason") },
  "POST /api/shipments/bulk/events": {
    body: { ...scan, shipmentIds: [uuid] },
    fields: [...texts("shipmentIds.0", "city"), ["eventAt", badInstants]],
  },
  "POST /api/customers": {
    body: {
      customerNumber: "C-1",
      name: "Acme",
      status: "active",
      contactName: "Jo",
      email: "jo@example.com",
      phone: "1",
      billingAddress: { line1: "Gasse 1", city: "Bern", countryCode: "CH" },
      currency: "EUR",
      paymentTermsDays: 30,
      taxId: "1",
      externalReference: "1",
    },
    fields: [
      ...texts("customerNumber", "name", "status", "contactName", "email", "phone", "currency"),
      ...texts("billingAddress.line1", "billingAddress.countryCode", "taxId", "externalReference"),
      ["paymentTermsDays", badAmounts.filter((bad) => bad.value !== null)],
    ],
  },
  "PATCH /api/customers/:id": { body: { name: "Acme" }, fields: texts("name") },
  "POST /api/invoices": {
    body: {
      invoiceNumber: "I-1",
      customerId: uuid,
      shipmentId: uuid,
      currency: "EUR",
      lineItems: [lineItem],
      issueDate: "2026-02-03",
      dueDate: "2026-03-03",
    },
    fields: [
      ...texts("invoiceNumber", "customerId", "shipmentId", "currency"),
      ...texts("lineItems.0.chargeCode", "lineItems.0.description", "lineItems.0.quantity"),
      ["lineItems.0.unitAmountMinor", badAmounts],
      ["issueDate", badDates],
      ["dueDate", badDates],
    ],
  },
  "PATCH /api/invoices/:id": {
    body: { lineItems: [lineItem], dueDate: "2026-03-03" },
    fields: [
      ["lineItems.0.unitAmountMinor", badAmounts],
      ["dueDate", badDates],
    ],
  },
  "POST /api/invoices/:id/issue": {
    body: { issueDate: "2026-02-03", dueDate: "2026-03-03" },
    fields: [
      ["issueDate", badDates],
      ["dueDate", badDates],
    ],
  },
  "POST /api/invoices/:id/payments": {
    body: { amountMinor: 1, paidOn: "2026-02-03", reference: "1" },
    fields: [["amountMinor", badAmounts], ["paidOn", badDates], ...texts("reference")],
  },
  "POST /api/invoices/:id/payments/:paymentId/reverse": {
    body: { reason: "Bounced" },
    fields: texts("reason"),
  },
  "POST /api/invoices/:id/void": { body: { reason: "Wrong" }, fields: texts("reason") },
  "POST /api/invoices/:id/uncollectible": { body: { reason: "Lost" }, fields: texts("reason") },
  "POST /api/webhook-endpoints": {
    body: {
      url: "https://hooks.example.com/in",
      description: "Stock",
      eventTypes: ["shipment.status_changed"],
      headers: { "X-Token": "abc" },
      ordering: "ordered",
    },
    fields: texts("url", "description", "eventTypes.0", "headers.X-Token", "ordering"),
  },
  "PATCH /api/webhook-endpoints/:id": {
    body: { description: "Stock", headers: { "X-Token": "abc" } },
    fields: texts("url", "description", "headers.X-Token", "ordering"),
  },
  "POST /api/webhook-endpoints/:id/rotate-secret": {
    body: { overlapHours: 1 },
    fields: [["overlapHours", badAmounts]],
  },
  "POST /api/webhook-endpoints/:id/enable": {
    body: { backlog: "deliver" },
    fields: texts("backlog"),
  },
  "POST /api/webhook-endpoints/:id/recover": {
    body: { since: "2026-02-03T08:00:00Z", until: "2026-02-04T08:00:00Z" },
    fields: [
      ["since", badInstants],
      ["until", badInstants],
    ],
  },
  "POST /api/api-keys": {
    body: { name: "Export", expiresAt: "2099-01-01T00:00:00Z" },
    fields: [...texts("name"), ["expiresAt", badInstants]],
  },
};

/** Doors of a demonstration, which commands nothing: they take whatever comes (dev-webhooks.int.test.ts). */
const ofNobody = new Set(["POST /dev/webhooks/:inbox", "POST /dev/webhooks/:inbox/answer"]);

/** Commands without a JSON body. */
const withoutBody = new Set([
  "POST /api/auth/logout",
  "POST /api/shipments/:id/share",
  "POST /api/imports",
  "DELETE /api/auth/sessions",
  "DELETE /api/invoices/:id",
  "DELETE /api/api-keys/:id",
  "DELETE /api/webhook-endpoints/:id",
  "POST /api/webhook-endpoints/:id/test",
  "POST /api/webhook-endpoints/:id/pause",
  "POST /api/webhook-deliveries/:id/replay",
  "POST /api/event-log/parked/:consumer/:streamId/retry",
]);

let web: WebFixture;
let admin: Client;
let ids: Readonly<Record<string, string>>;
let stored: string;

beforeAll(async () => {
  web = await startFixture();
  admin = await (await web.company()).as("admin");
  const idOf = async (route: string, body: object, name: string): Promise<string> => {
    const answer = await admin.call(route, body);
    expect(answer.status, answer.text).toBe(201);
    return String(answer.body[name].id);
  };
  const customer = await idOf("POST /api/customers", { name: "Acme", currency: "EUR" }, "customer");
  const body = { customerId: customer, lineItems: [lineItem] };
  ids = {
    shipments: await idOf("POST /api/shipments", { mode: "parcel" }, "shipment"),
    customers: customer,
    invoices: await idOf("POST /api/invoices", body, "invoice"),
    "webhook-endpoints": String(
      (await admin.call("POST /api/webhook-endpoints", { url: "https://hooks.example.com" })).body
        .id,
    ),
    users: String((await admin.call("GET /api/auth/me")).body.user.id),
  };
  stored = await everythingStored();
});

afterAll(() => web.close());

/** Sizes of everything that a command could write; attempts at signing in and their audit lines come and go by themselves. */
async function everythingStored(): Promise<string> {
  const { rows } = await web.db.pool("admin").query<{ sizes: string }>({
    text: `
      select concat_ws(' ',
        (select count(*) from write.event_log), (select count(*) from write.shipments), (select count(*) from write.shipment_facts),
        (select count(*) from write.customers), (select count(*) from write.invoices), (select count(*) from write.invoice_payments),
        (select count(*) from hooks.endpoints), (select sum(endpoints.version) from hooks.endpoints),
        (select count(*) from hooks.deliveries), (select count(*) from hooks.messages),
        (select count(*) from write.users), (select count(*) from write.api_keys), (select count(*) from write.imports),
        (select count(*) from write.audit_log where audit_log.action not like 'session.%')) as sizes`,
  });
  return rows[0]?.sizes ?? "";
}

function urlOf(route: string): string {
  const collection = route.split("/")[2] ?? "";
  return route.replace(":id", ids[collection] ?? uuid).replace(/:\w+/, randomUUID());
}

function expectRefusal(
  answer: { status: number; body: unknown; text: string },
  statuses: readonly number[],
): string {
  expect(statuses, answer.text).toContain(answer.status);
  expect(Object.keys(answer.body ?? {})).toEqual(["error"]);
  const { error } = answer.body as { error: string }; // the line above shows it
  expect(error).not.toBe("");
  expect(error).not.toMatch(/select |insert |pg_|node_modules|undefined|\n\s+at /);
  return error;
}

test("every command stands in this file", () => {
  const routes = Object.keys(accessByRoute).filter((route) => !route.startsWith("GET "));
  expect([...Object.keys(commands), ...withoutBody, ...ofNobody].toSorted()).toEqual(
    routes.toSorted(),
  );
});

describe.each(Object.entries(commands))("%s", (route, { body, fields }) => {
  test.each(
    fields.flatMap(([path, values]) =>
      values.map(({ what, value }) => [path, what, value] as const),
    ),
  )("refuses %s with %s, and names the field", async (path, _what, value) => {
    const answer = await admin.call(urlOf(route), withValueAt(body, path, value));
    expect(expectRefusal(answer, [400])).toContain(path.split(".")[0]);
  });

  const whole = JSON.stringify(body);
  test.each([
    ["a field that it does not know", JSON.stringify({ ...body, surprise: 1 }), [400]],
    ["a prototype name", whole.replace("{", '{"__proto__":{"role":"admin"},'), [400]],
    ["a constructor", whole.replace("{", '{"constructor":{"prototype":{"role":"admin"}},'), [400]],
    ["a field twice", whole.replace("{", `${whole.slice(0, whole.indexOf(":"))}:null,`), [400]],
    ["JSON of 10,000 levels", "[".repeat(10_000) + "]".repeat(10_000), [400]],
    ["a list", "[]", [400]],
    ["text", '"text"', [400]],
    ["a number", "7", [400]],
    ["null", "null", [400]],
    ["JSON that ends early", whole.slice(0, -1), [400]],
    ["text behind the JSON", `${whole}x`, [400]],
    ["a megabyte", JSON.stringify({ ...body, surprise: "x".repeat(1_000_000) }), [413]],
  ])("refuses %s", async (_what, text, statuses) => {
    expectRefusal(await admin.call(urlOf(route), text), statuses);
  });

  test.each([
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
  ])("refuses %s", async (type) => {
    expectRefusal(await admin.call(urlOf(route), whole, { "content-type": type }), [415]);
  });
});

test("nothing of all that is stored", async () => {
  expect(await everythingStored()).toBe(stored);
});
