import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFixture, type WebFixture } from "../fixtures/web-fixture.ts";

let fixture: WebFixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  fixture.app.inject({ url, headers });
const scriptPath = async () => /src="([^"]+)"/.exec((await get("/docs")).body)?.[1] ?? "";

describe.each(["/docs", "/docs/plain", "/docs/web/plain", "/docs/webhooks.json"])("%s", (path) => {
  test("is open to all, and asked for again with its entity tag", async () => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-cache");
    const again = await get(path, { "if-none-match": String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect(again.headers.etag).toBe(answer.headers.etag);
  });

  test("comes compressed to those who take it, under a tag of its own", async () => {
    const plain = await get(path);
    const br = await get(path, { "accept-encoding": "gzip, deflate, br;q=0.5" });
    const gzip = await get(path, { "accept-encoding": "gzip, br;q=0" });
    expect(br.headers["content-encoding"]).toBe("br");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(plain.headers.vary).toContain("Accept-Encoding");
  });

  test("is there for HEAD, and for no other method", async () => {
    const head = await fixture.app.inject({ method: "HEAD", url: path });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const post = await fixture.app.inject({ method: "POST", url: path });
    expect(post.statusCode).toBe(404);
  });
});

test("the plain pages run nothing and load nothing; their style is known by its hash", async () => {
  for (const path of ["/docs/plain", "/docs/web/plain"]) {
    const policy = String((await get(path)).headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/);
    expect(policy).not.toMatch(/unsafe|script-src|'self'/);
  }
});

test("the interactive page runs code of this origin and its own lines only, without eval", async () => {
  const policy = String((await get("/docs")).headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  expect(policy.replace("style-src 'unsafe-inline'", "")).not.toContain("unsafe");
});

test("its code is kept for ever under an address that changes with it", async () => {
  const path = await scriptPath();
  const script = await get(path, { "accept-encoding": "br" });
  expect(script.statusCode).toBe(200);
  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(script.headers["content-type"]).toContain("text/javascript");
  expect(brotliDecompressSync(script.rawPayload).toString()).toContain("@scalar/api-reference");
  expect((await get(path.replace(/assets\/[^/]+/, "assets/other"))).statusCode).toBe(404);
});

test("the page of the web application has the operations of its document", async () => {
  const document = (await get("/api/web-openapi.json")).json();
  const page = (await get("/docs/web/plain")).body;
  // the document's own shape is checked elsewhere
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object));
  expect(operations.length).toBeGreaterThan(44);
  for (const { operationId } of operations) {
    expect(page).toContain(`id="operation-${String(operationId)}"`);
  }
});
