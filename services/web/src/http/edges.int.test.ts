import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startFixture, type WebFixture } from "../fixtures/web-fixture.ts";

let web: WebFixture;
let client: Client;
beforeAll(async () => {
  web = await startFixture({ publicUrl: "http://tracking.test:8080" });
  client = await (await web.company()).as("admin");
});
afterAll(async () => {
  // the last test takes a table away on purpose
  await web.close("does not exist");
});

const json = { "content-type": "application/json" };

describe("a body", () => {
  const deep = `{"mode":"air","references":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  test.each([
    ["that is no JSON", "{nonsense", 400, "The body is not valid JSON."],
    ["that ends early", '{"mode":', 400, "The body is not valid JSON."],
    ["nested 20,000 deep", deep, 400, "The body is nested too deeply."],
    ["of open brackets only", "[".repeat(60_000), 400, "The body is nested too deeply."],
    ["with a key twice", '{"mode":"air","mode":"rail"}', 400, "mode: is given twice."],
    [
      "with a key twice in disguise",
      '{"mode":"air","m\\u006fde":"rail"}',
      400,
      "mode: is given twice.",
    ],
    [
      "with a key twice further in",
      '{"mode":"air","origin":{"city":"a","city":"b"}}',
      400,
      "city: is given twice.",
    ],
    [
      "with __proto__",
      '{"mode":"air","__proto__":{"admin":true}}',
      400,
      "__proto__: is not a known field.",
    ],
    [
      "with constructor",
      '{"mode":"air","constructor":{"prototype":{}}}',
      400,
      "constructor: is not a known field.",
    ],
    ["that is a string", '"air"', 400, "body: must be an object."],
    ["that is null", "null", 400, "body: must be an object."],
    [
      "with NUL in a text",
      '{"mode":"air","carrierName":"a\\u0000b"}',
      400,
      "carrierName: must not contain control characters.",
    ],
    [
      "with a lone surrogate",
      '{"mode":"air","carrierName":"\\ud83d"}',
      400,
      "carrierName: is not valid Unicode text.",
    ],
    [
      "with an unfinished string full of escapes",
      `{"a":"${'\\"'.repeat(30_000)}`,
      400,
      "The body is not valid JSON.",
    ],
    [
      "larger than 64 KB",
      `{"mode":"air","internalNotes":"${"x".repeat(70_000)}"}`,
      413,
      "The body is too large.",
    ],
  ])("%s is refused", async (_name, body, ...[status, error]) => {
    const answer = await client.call("POST /api/shipments", body);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
  });

  test("that is not UTF-8 is refused", async () => {
    const response = await web.app.inject({
      method: "POST",
      url: "/api/shipments",
      headers: { ...json, cookie: client.cookie },
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: "The body is not valid UTF-8." },
    ]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/csv",
    "application/jsonp",
    "nonsense",
    "application/json; charset=utf-16",
  ])("of the type %s is a 415", async (type) => {
    const answer = await client.call("POST /api/shipments", '{"mode":"air"}', {
      "content-type": type,
    });
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({
      error: expect.stringMatching(/^The Content-Type must be application\/json/),
    });
  });

  test.each([
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "APPLICATION/JSON",
  ])("of the type %s is read", async (type) => {
    const answer = await client.call("POST /api/shipments", '{"mode":"air"}', {
      "content-type": type,
    });
    expect(answer.status).toBe(201);
  });

  test("that is missing is told by the first field it should have", async () => {
    for (const headers of [{}, json]) {
      const answer = await client.call("POST /api/shipments", undefined, headers);
      expect([answer.status, answer.body]).toEqual([400, { error: "mode: is required." }]);
    }
  });
});

describe("a path", () => {
  test.each([
    ["GET", "/api/nothing"],
    ["DELETE", "/api/shipments"],
    ["PUT", "/api/customers"],
    ["PUT", "/api/shipments"],
    ["GET", "/nothing"],
    ["GET", "/API/auth/me"],
    ["OPTIONS", "/api/shipments"],
  ] as const)(
    "that is unknown, %s %s, is a 404 in JSON, signed in or not",
    async (method, path) => {
      for (const one of [client, web.nobody]) {
        const answer = await one.call(`${method} ${path}`);
        expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
        expect(answer.header("x-request-id")).toBeDefined();
      }
    },
  );

  test("that is unknown is a page for a browser that opens it, never under /api/", async () => {
    const accept = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const page = await web.nobody.call("GET /nothing", undefined, accept);
    expect(page.status).toBe(404);
    expect(page.header("content-type")).toBe("text/html; charset=utf-8");
    expect(page.header("vary")).toContain("Accept");
    expect(page.text).toContain("There is no such page");
    expect(page.text).not.toContain("nothing");
    const answer = await web.nobody.call("GET /api/nothing", undefined, accept);
    expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    const posted = await client.call("POST /nothing", {}, accept);
    expect(posted.body).toEqual({ error: "Not found" });
  });

  test("with a slash at its end is another path", async () => {
    for (const path of ["/api/shipments/", "/api/auth/me/", "/api/api-keys/"]) {
      expect((await client.call(`GET ${path}`)).status).toBe(404);
    }
  });

  test("with a broken encoding is a 400 in JSON", async () => {
    const answer = await client.call("GET /api/shipments/%zz");
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "The URL is not encoded correctly." },
    ]);
  });
});

describe("a state-changing request", () => {
  const login = { email: "nobody@example.com", password: "x" };
  test.each([
    ["a foreign Origin", { origin: "http://evil.test" }],
    ["the Origin null", { origin: "null" }],
    ["the public host with another scheme's port", { origin: "http://tracking.test:8081" }],
    [
      "the public origin as the start of another",
      { origin: "http://tracking.test:8080.evil.test" },
    ],
    ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }],
    [
      "a foreign Origin that claims same-origin",
      { "sec-fetch-site": "same-origin", origin: "http://evil.test" },
    ],
  ])("with %s is refused, signed in or not", async (_name, headers) => {
    const error = "Requests from another origin are refused.";
    for (const answer of [
      await client.call("POST /api/shipments", { mode: "air" }, headers),
      await web.nobody.call("POST /api/auth/login", login, headers),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, { error }]);
    }
  });

  test.each([
    ["no Origin", {}],
    ["the public origin", { origin: "http://tracking.test:8080" }],
    ["the origin it was sent to", { origin: "http://127.0.0.1:4000", host: "127.0.0.1:4000" }],
    [
      "Sec-Fetch-Site same-origin",
      { "sec-fetch-site": "same-origin", origin: "http://tracking.test:8080" },
    ],
  ])("with %s is accepted", async (_name, headers) => {
    const answer = await client.call("POST /api/shipments", { mode: "air" }, headers);
    expect(answer.status).toBe(201);
  });

  test("that only reads may come from anywhere", async () => {
    const answer = await client.call("GET /api/auth/me", undefined, {
      origin: "http://evil.test",
    });
    expect(answer.status).toBe(200);
    expect(answer.header("access-control-allow-origin")).toBeUndefined();
  });
});

test("answers are not cached, not framed, not sniffed, and log lines name the route, not the URL", async () => {
  const answer = await client.call("GET /api/auth/me?secret=canary");
  expect(answer.header("cache-control")).toBe("no-store");
  expect(answer.header("x-content-type-options")).toBe("nosniff");
  expect(answer.header("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.header("x-frame-options")).toBe("DENY");
  expect(web.logLines.join("")).not.toContain("canary");
  expect(web.logLines.some((line) => line.includes('"route":"/api/auth/me"'))).toBe(true);
});

test("an unexpected failure is a 500 without details, logged once with its cause", async () => {
  const admin = web.db.pool("admin");
  await admin.query({ text: "alter table write.api_keys rename to api_keys_away" });
  const answer = await client.call("GET /api/api-keys");
  await admin.query({ text: "alter table write.api_keys_away rename to api_keys" });
  expect([answer.status, answer.body]).toEqual([500, { error: "Server error" }]);
  const lines = web.logLines.filter((line) => line.includes('"level":"error"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("does not exist");
});
