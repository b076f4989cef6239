import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFixture, type WebFixture } from "../fixtures/web-fixture.ts";
import { consolePaths } from "./console-paths.ts";

const script = "console.log(1);\n".repeat(100);
const id = "0198c000-0000-7000-8000-000000000001";
const addresses = Object.values(consolePaths).map((path) => path.replace(":id", id));
let directory: string;
let web: WebFixture;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "console-"));
  mkdirSync(join(directory, "assets"));
  const meta = '<meta property="csp-nonce" nonce="__CSP_NONCE__">';
  writeFileSync(join(directory, "index.html"), `<!doctype html>${meta}<title>Console</title>`);
  writeFileSync(join(directory, "assets", "index-abc.js"), script);
  writeFileSync(join(directory, "assets", "index-abc.js.gz"), gzipSync(script));
  web = await startFixture({ consoleDir: directory });
});

afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true, force: true });
});

describe("the console's page", () => {
  test.each(addresses)("is at %s, for everybody, and is not kept", async (path) => {
    const page = await web.nobody.call(`GET ${path}`);
    expect([page.status, page.header("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("<title>Console</title>");
    expect(page.header("cache-control")).toBe("no-store");
    expect(page.header("referrer-policy")).toBe("no-referrer");
    expect(page.header("x-frame-options")).toBe("DENY");
    expect((await web.nobody.call(`HEAD ${path}`)).status).toBe(200);
  });

  test("lets code, styles, data and frames of this origin in, with a nonce of its own each time", async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 5; count += 1) {
      const page = await web.nobody.call("GET /");
      const policy = page.header("content-security-policy") ?? "";
      const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(policy.replace(nonce, "N")).toBe(
        "default-src 'none';script-src 'self';style-src 'self' 'nonce-N';img-src 'self' data:;font-src 'self';connect-src 'self';frame-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
      );
      expect(page.text).toContain(`nonce="${nonce}"`);
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
  });

  test("holds nothing of its address, and no log line does: it may be a link that sets a password", async () => {
    for (const path of ["/reset?token=canary", "/set-up?token=canary", "/login?next=canary"]) {
      expect((await web.nobody.call(`GET ${path}`)).text).not.toContain("canary");
    }
    expect(web.logLines.join("")).not.toContain("canary");
  });

  test.each(["/shipments", "/customers/x/y", "/Login", "/index.html", "/console", "/assets"])(
    "is not at %s",
    async (path) => {
      const answer = await web.nobody.call(`GET ${path}`);
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    },
  );
});

describe("the console's files", () => {
  test("may be kept for ever, and come compressed", async () => {
    const plain = await web.nobody.call("GET /assets/index-abc.js");
    expect([plain.status, plain.text]).toEqual([200, script]);
    expect(plain.header("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(plain.header("content-type")).toMatch(/^(text|application)\/javascript/);
    expect(plain.header("x-content-type-options")).toBe("nosniff");
    const small = await web.nobody.call("GET /assets/index-abc.js", undefined, {
      "accept-encoding": "gzip, br",
    });
    expect(small.header("content-encoding")).toBe("gzip");
    expect(small.header("vary")).toBe("Accept-Encoding");
    expect(Number(small.header("content-length"))).toBeLessThan(script.length / 4);
    const etag = plain.header("etag") ?? "";
    const again = await web.nobody.call("GET /assets/index-abc.js", undefined, {
      "if-none-match": etag,
    });
    expect(again.status).toBe(304);
  });

  test.each([
    "/assets/index-old.js",
    "/assets/",
    "/assets/../index.html",
    "/assets/%2e%2e/index.html",
    "/assets/..%2findex.html",
    "/assets/.hidden",
  ])("are no other files: %s", async (path) => {
    const answer = await web.nobody.call(`GET ${path}`);
    expect([403, 404]).toContain(answer.status);
    expect(Object.keys(answer.body)).toEqual(["error"]);
  });
});

test("where the console is not built its pages say how to build it, and the rest works", async () => {
  const bare = await startFixture({ consoleDir: join(directory, "nothing") });
  try {
    for (const path of ["/", "/login", "/shipments/new"]) {
      const page = await bare.nobody.call(`GET ${path}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain("npm run console:build");
    }
    expect((await bare.nobody.call("GET /assets/index-abc.js")).status).toBe(404);
    expect((await bare.nobody.call("GET /api/auth/me")).status).toBe(401);
  } finally {
    await bare.close();
  }
});
