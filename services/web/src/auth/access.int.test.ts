import { randomUUID } from "node:crypto";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { type Access, accessByRoute } from "./access.ts";
import { registerGuard } from "./guard.ts";
import { type Role, roleMay, roles } from "./roles.ts";
import { sessionCookie } from "./session-cookie.ts";

/** What a company has that another one must not reach: an id for each collection in a path, and those of its parts. */
interface Belongings {
  readonly ids: ReadonlyMap<string, string>;
  readonly parts: ReadonlyMap<string, string>;
}

let web: WebFixture;
let theirs: Belongings;
let ours: Belongings;
const clients = new Map<Role, Client>();
let checked = 0;

beforeAll(async () => {
  web = await startFixture({ mail: { kind: "mailbox", isOpen: () => true } });
  const mine = await web.company("Mine");
  for (const role of roles) clients.set(role, await mine.as(role));
  ours = await belongingsOf(mine);
  theirs = await belongingsOf(await web.company("Theirs"));
});
afterAll(async () => {
  process.stdout.write(`permission sweep: ${String(checked)} combinations checked\n`);
  await web.close();
});

const routes = Object.entries(accessByRoute).map(([route, access]) => {
  const [method = "", pattern = ""] = route.split(" ");
  return { route, method: method as "GET", pattern, access }; // any of the methods; the type is only needed by inject
});
const guarded = routes.filter((route) => route.access !== "public");
const writing = routes.filter((route) => route.method !== "GET");

async function belongingsOf(company: Company): Promise<Belongings> {
  const admin = await company.as("admin");
  const made = async (route: string, body: unknown, headers = {}): Promise<Answer["body"]> => {
    const answer = await admin.call(route, body, headers);
    if (answer.status >= 300) throw new Error(`${route}: ${answer.text}`);
    return answer.body;
  };
  const shipment = (await made("POST /api/shipments", { mode: "air" })).shipment.id;
  const scan = { eventType: "pickup", city: "Bern", eventAt: "2026-01-01T00:00:00Z" };
  const event = (await made(`POST /api/shipments/${shipment}/events`, scan)).event.id;
  const key = (await made("POST /api/api-keys", { name: "a key" })).id;
  const details = { name: "A customer", currency: "EUR" };
  const customer = (await made("POST /api/customers", details)).customer.id;
  const invoice = (await made("POST /api/invoices", { customerId: customer })).invoice.id;
  const target = { url: "https://hooks.example.com/in" };
  const endpoint = (await made("POST /api/webhook-endpoints", target)).id;
  const { deliveryId } = await made(`POST /api/webhook-endpoints/${endpoint}/test`, undefined);
  const users = (await made("GET /api/users", undefined)).items;
  const csv = "shipmentNumber,eventType,city,eventAt\n";
  const type = { "content-type": "text/csv" };
  const { importId } = await made("POST /api/imports?kind=events", csv, type);
  return {
    ids: new Map([
      ["shipments", shipment],
      ["api-keys", key],
      ["webhook-endpoints", endpoint],
      ["webhook-deliveries", deliveryId],
      ["customers", customer],
      ["invoices", invoice],
      ["imports", importId],
      ["users", users[0].id],
    ]),
    // a payment's id is looked for within its invoice: any that is not there will do
    parts: new Map([
      [":eventId", event],
      [":paymentId", event],
      [":consumer", "projector"],
      [":streamId", shipment],
    ]),
  };
}

/** The route with a company's ids. A collection that nobody has put anything into above fails here. */
function at(
  { method, pattern }: { method: string; pattern: string },
  owner: Belongings,
  part = owner,
): string {
  // the console's page is the same whatever the id
  const isPage = !pattern.startsWith("/api/");
  const id = isPage ? randomUUID() : owner.ids.get(pattern.split("/")[2] ?? "");
  if (pattern.includes(":id") && id === undefined) {
    throw new Error(`${pattern}: the sweep has nothing of another company for it`);
  }
  const path = [...part.parts].reduce((url, [name, value]) => url.replace(name, value), pattern);
  return `${method} ${path.replace(":id", id ?? "")}`;
}

/** Bodies that would be accepted, so that nothing but the id is wrong. */
const bodies: Readonly<Record<string, object>> = {
  "POST /api/shipments/:id/events": {
    eventType: "arrival",
    city: "Bern",
    eventAt: "2026-01-01T00:00:00Z",
  },
  "POST /api/shipments/:id/events/preview": {
    eventType: "arrival",
    city: "Bern",
    eventAt: "2026-01-01T00:00:00Z",
  },
  "POST /api/shipments/:id/events/:eventId/void": { reason: "x" },
  "POST /api/invoices/:id/payments": { amountMinor: 1 },
  "POST /api/webhook-endpoints/:id/recover": { since: "2026-01-01T00:00:00Z" },
  "PATCH /api/shipments/:id": { carrierName: "Mine now" },
  "PATCH /api/users/:id": { role: "viewer", active: false },
};

/** What a route must be asked with. */
const queries: Readonly<Record<string, string>> = {
  "GET /api/shipments/counts":
    "?scheduledFrom=2026-01-01T00:00:00Z&scheduledTo=2026-01-02T00:00:00Z",
};

function expectRefused(answer: Answer, status: number, error: string): void {
  checked += 1;
  expect([answer.status, answer.body]).toEqual([status, { error }]);
}

function clientOfRole(role: Role): Client {
  const client = clients.get(role);
  if (client === undefined) throw new Error(`no client for ${role}`);
  return client;
}

function allowed(role: Role, access: Access): boolean {
  return access === "public" || access === "session" || roleMay(role, access);
}

test("every route that the application has is in the table, and every line of the table is a route", () => {
  const printed = web.app.printRoutes({ commonPrefix: false });
  for (const { route, method, pattern } of routes) {
    expect(web.app.hasRoute({ method, url: pattern }), route).toBe(true);
  }
  // HEAD comes with each GET
  const count = (printed.match(/\b(GET|POST|PATCH|DELETE|PUT)\b/g) ?? []).length;
  expect(count).toBe(routes.length);
});

test("a route without a line cannot be registered", async () => {
  const app = fastify();
  const publicUrl = "http://tracking.test";
  registerGuard(app, { pool: web.db.pool("web"), publicUrl, cookie: sessionCookie(publicUrl) });
  expect(() => app.get("/api/new", () => "x")).toThrow(/no line in the access table/);
  await app.close();
});

test.each(guarded)("$route without a session is 401, whatever the body", async (route) => {
  const nonsense = route.method === "GET" ? undefined : "{nonsense";
  const type = { "content-type": "text/nonsense" };
  for (const nobody of [web.nobody, withCookie("session=short"), withCookie(strangersCookie)]) {
    const answer = await nobody.call(at(route, theirs), nonsense, type);
    expectRefused(answer, 401, "Not signed in");
  }
});

test.each(routes.filter(({ access }) => access === "public"))(
  "$route is open to everybody",
  async (route) => {
    for (const client of [web.nobody, ...roles.map(clientOfRole)]) {
      const answer = await client.call(at(route, ours));
      checked += 1;
      expect([200, 400, 404]).toContain(answer.status);
    }
  },
);

test.each(writing)("$route from a foreign origin is 403, for everybody", async (route) => {
  const foreign = [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }];
  for (const headers of foreign) {
    for (const client of [web.nobody, ...roles.map(clientOfRole)]) {
      const answer = await client.call(at(route, ours), bodies[route.route], headers);
      expectRefused(answer, 403, "Requests from another origin are refused.");
    }
  }
});

describe.each(roles)("as %s", (role) => {
  test.each(guarded.filter(({ access }) => !allowed(role, access)))(
    "$route is 403, with ids of one's own company and of another",
    async (route) => {
      for (const owner of [ours, theirs]) {
        const answer = await clientOfRole(role).call(at(route, owner), bodies[route.route]);
        expectRefused(answer, 403, "Not allowed");
      }
    },
  );

  test.each(
    guarded.filter(({ pattern, access }) => allowed(role, access) && pattern.includes(":id")),
  )("$route with another company's id is 404", async (route) => {
    const urls = new Set([at(route, theirs), at(route, theirs, ours)]);
    // one's own shipment with another one's event
    if (route.pattern.split("/:").length > 2) urls.add(at(route, ours, theirs));
    for (const url of urls) {
      const answer = await clientOfRole(role).call(url, bodies[route.route]);
      expectRefused(answer, 404, "Not found");
    }
  });
});

// a stream does not end by itself
const reading = guarded.filter(
  ({ method, route }) => method === "GET" && route !== "GET /api/stream",
);

test.each(reading)("$route answers with one's own ids those who may", async (route) => {
  for (const role of roles.filter((one) => allowed(one, route.access))) {
    const answer = await clientOfRole(role).call(at(route, ours) + (queries[route.route] ?? ""));
    checked += 1;
    expect(answer.status, role).toBe(200);
  }
});

test("another company's ids in a body or a query find nothing", async () => {
  const admin = clientOfRole("admin");
  const shipmentId = theirs.ids.get("shipments");
  const customerId = theirs.ids.get("customers");
  const scan = { eventType: "arrival", city: "Bern", eventAt: "2026-01-01T00:00:00Z" };
  const bulk = await admin.call("POST /api/shipments/bulk/events", {
    ...scan,
    shipmentIds: [shipmentId],
  });
  expect(bulk.body.results).toMatchObject([{ error: "Not found" }]);
  const invoice = await admin.call("POST /api/invoices", { customerId });
  expect([400, 404, 409]).toContain(invoice.status);
  const ofOurs = await admin.call("POST /api/invoices", {
    customerId: ours.ids.get("customers"),
    shipmentId,
  });
  expect([400, 404, 409]).toContain(ofOurs.status);
  const list = await admin.call(`GET /api/shipments?customerId=${customerId ?? ""}`);
  expect(list.body.items).toEqual([]);
  checked += 4;
});

test("nothing of the other company was changed by all of this", async () => {
  const { rows } = await web.db.pool("admin").query({
    text: `
      select s.version, k.revoked_at, c.version as customer, i.version as invoice, u.active, u.role,
        w.version as webhook, w.deleted_at, (select count(*) from write.tracking_tokens) as tokens
      from write.shipments s, write.api_keys k, write.customers c, write.invoices i, write.users u, hooks.endpoints w
      where s.id = $1 and k.id = $2 and c.id = $3 and i.id = $4 and u.id = $5 and w.id = $6`,
    values: ["shipments", "api-keys", "customers", "invoices", "users", "webhook-endpoints"].map(
      (name) => theirs.ids.get(name),
    ),
  });
  const billing = { customer: 1, invoice: 1 };
  const webhooks = { webhook: 1, deleted_at: null };
  const untouched = { ...billing, ...webhooks, active: true, role: "viewer", tokens: 0 };
  expect(rows).toEqual([{ version: 2, revoked_at: null, ...untouched }]);
});

test("the lists hold what is one's own and nothing of another company", async () => {
  const admin = clientOfRole("admin");
  for (const name of [
    "api-keys",
    "customers",
    "invoices",
    "imports",
    "shipments",
    "users",
    "webhook-endpoints",
  ]) {
    const { text, body } = await admin.call(`GET /api/${name}`);
    expect(body.items.length, name).toBeGreaterThan(0);
    expect(text, name).toContain(ours.ids.get(name));
    expect(text, name).not.toContain(theirs.ids.get(name));
    checked += 1;
  }
});

const strangersCookie = `session=${"x".repeat(43)}`;

/** A client with a session that nobody has. */
function withCookie(cookie: string): Client {
  return {
    cookie,
    call: (route, body, headers = {}) => web.nobody.call(route, body, { ...headers, cookie }),
  };
}
