import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { explainConnectionError } from "./connection-error.ts";
import { createPool } from "./pool.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function explain(change: (url: URL) => void): Promise<string | null> {
  const url = new URL(db.urls.web);
  change(url);
  const pool = createPool({ url: url.href, applicationName: "test", connectTimeoutMs: 500 });
  try {
    await pool.query({ text: "select 1" });
    return null;
  } catch (error) {
    return explainConnectionError(error, url.href);
  } finally {
    await pool.end();
  }
}

it("explains a wrong password", async () => {
  const sentence = await explain((url) => (url.password = "wrong-one"));
  expect(sentence).toContain("wrong user or password");
  expect(sentence).not.toContain("wrong-one");
});

it("explains an unknown user", async () => {
  expect(await explain((url) => (url.username = "nobody_here"))).toContain("the user nobody_here");
});

it("explains a missing database", async () => {
  expect(await explain((url) => (url.pathname = "/absent"))).toContain("no database absent");
});

it("explains a port where nothing listens", async () => {
  expect(await explain((url) => (url.port = "1"))).toContain("No PostgreSQL server listens at");
});

it("explains a server that accepts and says nothing", async () => {
  const silent = createServer((socket) => socket.resume());
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  expect(
    await explain((url) => {
      url.host = `127.0.0.1:${String(port)}`;
    }),
  ).toContain("does not answer");
  await new Promise((resolve) => silent.close(resolve));
});
