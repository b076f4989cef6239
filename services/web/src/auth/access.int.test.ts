import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { accessByRoute } from "./access.ts";
import { registerGuard } from "./guard.ts";
import { type Permission, type Role, roleMay, roles } from "./roles.ts";
import { sessionCookie } from "./session-cookie.ts";

let web: WebFixture;
let mine: Company;
let theirShipment: string;
let theirEvent: string;
let theirKey: string;
let theirImport: string;
const clients = new Map<Role, Client>();

beforeAll(async () => {
  web = await startFixture();
  mine = await web.company("Mine");
  for (const role of roles) clients.set(role, await mine.as(role));
  const theirs = await (await web.company("Theirs")).as("admin");
  theirShipment = (await theirs.call("POST /api/shipments", { mode: "air" })).body.shipment.id;
  const event = { eventType: "pickup", city: "Bern", eventAt: "2026-01-01T00:00:00Z" };
  theirEvent = (await theirs.call(`POST /api/shipments/${theirShipment}/events`, event)).body.event
    .id;
  theirKey = (await theirs.call("POST /api/api-keys", { name: "theirs" })).body.id;
  const csv = { "content-type": "text/csv" };
  theirImport = (
    await theirs.call(
      "POST /api/imports?kind=events",
      "shipmentNumber,eventType,city,eventAt\n",
      csv,
    )
  ).body.importId;
});
afterAll(async () => {
  await web.close();
});

const routes = Object.entries(accessByRoute).map(([route, access]) => {
  const [method = "", pattern = ""] = route.split(" ");
  return { method: method as "GET", pattern, access }; // any of the methods; the type is only needed by inject
});
const guarded = routes.filter((route) => route.access !== "public");

/** The route with the ids of another company. */
function foreign(pattern: string): string {
  const id = pattern.includes("api-keys")
    ? theirKey
    : pattern.includes("imports")
      ? theirImport
      : theirShipment;
  return pattern.replace(":id", id).replace(":eventId", theirEvent);
}

const bodies: Readonly<Record<string, object>> = {
  "POST /api/shipments/:id/events": {
    eventType: "arrival",
    city: "Bern",
    eventAt: "2026-01-01T00:00:00Z",
  },
  "POST /api/shipments/:id/events/:eventId/void": { reason: "x" },
  "PATCH /api/shipments/:id": { carrierName: "Mine now" },
};

test("every route that the application has is in the table, and every line of the table is a route", () => {
  const printed = web.app.printRoutes({ commonPrefix: false });
  for (const { method, pattern } of routes) {
    expect(web.app.hasRoute({ method, url: pattern }), `${method} ${pattern}`).toBe(true);
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

describe("without a session", () => {
  test.each(guarded)("$method $pattern is 401, whatever the body", async ({ method, pattern }) => {
    const answer = await web.nobody.call(
      `${method} ${foreign(pattern)}`,
      method === "GET" ? undefined : "{nonsense",
      {
        "content-type": "text/nonsense",
      },
    );
    expect([answer.status, answer.body]).toEqual([401, { error: "Not signed in" }]);
  });
});

describe.each(roles)("as %s", (role) => {
  const allowed = (access: string): boolean =>
    access === "session" || roleMay(role, access as Permission); // guarded routes only
  const client = (): Client => clients.get(role) ?? web.nobody;

  test.each(guarded.filter(({ access }) => !allowed(access)))(
    "$method $pattern is 403",
    async ({ method, pattern }) => {
      const answer = await client().call(`${method} ${foreign(pattern)}`);
      expect([answer.status, answer.body]).toEqual([403, { error: "Not allowed" }]);
    },
  );

  test.each(guarded.filter(({ pattern, access }) => allowed(access) && pattern.includes(":id")))(
    "$method $pattern with another company's id is 404",
    async ({ method, pattern }) => {
      const answer = await client().call(
        `${method} ${foreign(pattern)}`,
        bodies[`${method} ${pattern}`],
      );
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    },
  );
});

test("nothing of the other company was changed by all of this", async () => {
  const { rows } = await web.db.pool("admin").query({
    text: `
      select s.version, k.revoked_at, (select count(*) from write.tracking_tokens) as tokens
      from write.shipments s, write.api_keys k
      where s.id = $1 and k.id = $2`,
    values: [theirShipment, theirKey],
  });
  expect(rows).toEqual([{ version: 2, revoked_at: null, tokens: 0 }]);
});

test("the lists hold nothing of another company", async () => {
  const keys = await clients.get("admin")?.call("GET /api/api-keys");
  expect(keys?.body).toEqual({ items: [] });
});
