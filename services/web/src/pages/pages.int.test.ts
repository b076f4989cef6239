import type { PublicTracking } from "@shipment-tracking/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFixture, type WebFixture } from "../fixtures/web-fixture.ts";

let web: WebFixture;
let asked: string[] = [];
let answer = { status: 404, body: '{"error":"Not found"}' };
beforeAll(async () => {
  web = await startFixture({
    fetchTracking: async (token) => {
      asked.push(token);
      if (answer.status === 0) throw new Error("connection refused");
      return answer;
    },
  });
});
afterAll(async () => {
  await web.close();
});

const token = "T".repeat(43);
const tracking: PublicTracking = {
  shipmentNumber: "N-1 <b>",
  status: "out_for_delivery",
  mode: "parcel",
  originCity: null,
  destCity: "Zürich & Umgebung",
  pickupScheduledAt: null,
  deliveryScheduledAt: "2026-05-04T08:30:00.000Z",
  events: [
    {
      eventType: "out_for_delivery",
      status: "out_for_delivery",
      city: "القاهرة",
      eventAt: "2026-05-04T06:00:00.000Z",
      description: '<script>alert("x")</script>',
    },
    {
      eventType: "pickup",
      status: "picked_up",
      city: "Bern",
      eventAt: "2026-05-03T16:05:00.000Z",
      description: null,
    },
  ],
};

test("the tracking page shows number, status, schedule and timeline, escaped, in UTC, without script", async () => {
  answer = { status: 200, body: JSON.stringify(tracking) };
  const page = await web.nobody.call(`GET /track/${token}`);
  expect(page.status).toBe(200);
  expect(page.header("content-type")).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("<title>N-1 &lt;b&gt;: Out for delivery</title>");
  expect(page.text).toContain('<bdi dir="auto">N-1 &lt;b&gt;</bdi></h1>');
  expect(page.text).toContain("The shipment is on the last leg to its destination.");
  expect(page.text).toContain('<dt>To</dt><dd><bdi dir="auto">Zürich &amp; Umgebung</bdi></dd>');
  expect(page.text).toMatch(
    /<time datetime="2026-05-04T08:30:00.000Z">Mon,? 4 May 2026,? (at )?08:30 UTC<\/time>/,
  );
  expect(page.text).not.toMatch(/From<|Pickup scheduled<|1970|Invalid|<script>alert/);
  expect(page.text.indexOf("القاهرة")).toBeLessThan(page.text.indexOf("Bern"));
  expect(page.text).not.toContain(token);
  expect(page.text).not.toMatch(/https?:\/\/|src=/);
});

test("the page's headers keep it out of caches, searches and referrers and let nothing run", async () => {
  answer = { status: 200, body: JSON.stringify(tracking) };
  const page = await web.nobody.call(`GET /track/${token}`);
  expect(page.header("referrer-policy")).toBe("no-referrer");
  expect(page.header("x-robots-tag")).toBe("noindex, nofollow, noarchive");
  expect(page.header("cache-control")).toBe("no-store");
  expect(page.header("content-security-policy")).toMatch(
    /^default-src 'none';script-src 'sha256-[^']+';connect-src 'self';style-src 'sha256-[^']+';img-src data:;base-uri 'none';form-action 'none';frame-ancestors 'self'$/,
  );
  expect(page.header("x-frame-options")).toBe("SAMEORIGIN");
  expect(page.header("vary")).toBe("Accept-Encoding, Accept-Language");
  const head = await web.nobody.call(`HEAD /track/${token}`);
  expect([head.status, head.text]).toEqual([200, ""]);
});

test("malformed and unknown tokens get the same bytes, without the token, and malformed ones cost no question", async () => {
  answer = { status: 404, body: '{"error":"Not found"}' };
  asked = [];
  const pages = [
    await web.nobody.call(`GET /track/${token}`),
    await web.nobody.call("GET /track/canary%3Cscript%3E"),
    await web.nobody.call(`GET /track/${"x".repeat(5_000)}`),
  ];
  expect(asked).toEqual([token]);
  expect(pages.map((page) => page.status)).toEqual([404, 404, 404]);
  expect(new Set(pages.map((page) => page.text)).size).toBe(1);
  expect(pages[0]?.text).toContain("ask the sender for a new link");
  expect(pages[0]?.text).not.toMatch(/canary|TTTT/);
});

test("when the read API is not there the page says so and the log has no token", async () => {
  answer = { status: 0, body: "" };
  const page = await web.nobody.call(`GET /track/${token}`);
  expect(page.status).toBe(503);
  expect(page.header("retry-after")).toBe("30");
  expect(page.text).toContain("not available at the moment");
  answer = { status: 200, body: '{"surprise":true}' };
  expect((await web.nobody.call(`GET /track/${token}`)).status).toBe(503);
  expect(web.logLines.join("")).not.toContain(token);
});

test("what cannot be shown is said in the language of the link or of the browser, and nothing of the token", async () => {
  answer = { status: 0, body: "" };
  const away = await web.nobody.call(`GET /track/${token}?lang=pt-BR`);
  expect([away.status, away.header("retry-after")]).toEqual([503, "30"]);
  expect(away.text).toContain('<html lang="pt-BR">');
  expect(away.text).toContain("O rastreamento não está disponível no momento");
  answer = { status: 404, body: '{"error":"Not found"}' };
  const dead = await web.nobody.call(`GET /track/${token}`, undefined, { "accept-language": "pl" });
  expect(dead.text).toContain("Ten link do śledzenia nie działa");
  for (const page of [away, dead]) {
    expect(page.text).not.toContain(token);
    expect(page.header("cache-control")).toBe("no-store");
    expect(page.header("x-robots-tag")).toBe("noindex, nofollow, noarchive");
    expect(page.header("referrer-policy")).toBe("no-referrer");
  }
});

test("no kind of dead link is told from another by its time", async () => {
  answer = { status: 404, body: '{"error":"Not found"}' };
  for (const path of [token, "malformed"]) {
    const start = performance.now();
    await web.nobody.call(`GET /track/${path}`);
    expect(performance.now() - start).toBeGreaterThan(38);
  }
});

test("the page speaks the browser's language, or the one of the switch, and comes compressed where that is taken", async () => {
  answer = { status: 200, body: JSON.stringify(tracking) };
  const german = await web.nobody.call(`GET /track/${token}`, undefined, {
    "accept-language": "de-CH,en;q=0.5",
  });
  expect(german.text).toContain('<html lang="de">');
  expect(german.text).toContain("In Zustellung");
  const polish = await web.nobody.call(`GET /track/${token}?lang=pl`);
  expect(polish.text).toContain('<html lang="pl">');
  expect(polish.header("set-cookie")).toBeUndefined();
  const small = await web.nobody.call(`GET /track/${token}`, undefined, {
    "accept-encoding": "br, gzip",
  });
  expect(small.header("content-encoding")).toBe("gzip");
  expect(Number(small.header("content-length"))).toBeLessThan(10_000);
});

test("more than ten events fold the older ones away", async () => {
  const [, event] = tracking.events;
  const many = { ...tracking, events: Array(25).fill(event) };
  answer = { status: 200, body: JSON.stringify(many) };
  const page = await web.nobody.call(`GET /track/${token}`);
  expect(page.text).toContain("<summary>15 older entries</summary>");
  expect(page.text.match(/<li><time/g)).toHaveLength(25);
  expect(page.text.length).toBeLessThan(30_000);
});

test("without the console the landing page says what this is, where the API is described and how to sign in", async () => {
  const page = await web.nobody.call("GET /");
  expect(page.status).toBe(200);
  expect(page.text).toContain('href="/api/openapi.json"');
  expect(page.text).toContain("http://tracking.test/api/auth/login");
  expect(page.text).toContain("npm run console:build");
  expect(page.text).not.toContain("<script");
});
