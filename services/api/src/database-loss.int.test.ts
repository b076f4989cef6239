import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApi } from "./app.ts";
import { createReadModelWriter } from "./fixtures/read-model-writer.ts";
import { buildTenant } from "./fixtures/tenant-builder.ts";
import { createApiPool } from "./api-pool.ts";

/** Stands between the API and its database and can be cut or made to hang. */
interface Line {
  readonly url: string;
  cut(): void;
  hang(): void;
  heal(): void;
  close(): void;
}

async function openLine(databaseUrl: string): Promise<Line> {
  const { hostname: host, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: "up" | "down" | "hanging" = "up";
  const server: Server = createServer((client) => {
    if (state === "down") {
      client.destroy();
      return;
    }
    const upstream = connect({ host, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (state !== "hanging") upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (state !== "hanging") client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // a listening TCP server's address is an AddressInfo
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = "127.0.0.1";
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    cut() {
      state = "down";
      dropAll();
    },
    hang() {
      state = "hanging";
    },
    heal() {
      state = "up";
      dropAll();
    },
    close() {
      dropAll();
      server.close();
    },
  };
}

let db: TestDatabase;
let line: Line;
let app: FastifyInstance;
let pool: ReturnType<typeof createApiPool>;
let key: string;
let shipmentId: string;
let token: string;
const logged: { level: string; msg: string; err?: object }[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  const writer = createReadModelWriter(db.pool("projector"));
  const tenant = buildTenant(writer);
  key = tenant.key().key;
  const shipment = tenant.shipment();
  shipmentId = shipment;
  token = tenant.share(shipment);
  await writer.flush();
  line = await openLine(db.urls.api);
  const destination = { write: (text: string) => void logged.push(JSON.parse(text) as never) };
  const log = createLogger({ service: "api", level: "info", destination });
  pool = createApiPool({ url: line.url, log });
  app = await buildApi({ pool, log });
});

afterAll(async () => {
  await app.close();
  line.heal();
  await pool.end();
  line.close();
  await db.drop();
});

async function answers(): Promise<readonly [string, number, string][]> {
  const urls = [
    "/api/v1/shipments",
    `/api/v1/shipments/${shipmentId}`,
    "/api/v1/customers",
    "/api/v1/invoices",
    "/api/v1/unknown",
    `/api/track/${token}`,
  ];
  const headers = { authorization: `Bearer ${key}` };
  const all = await Promise.all(urls.map((url) => app.inject({ url, headers })));
  return all.map((answer, index) => [urls[index] ?? "", answer.statusCode, answer.body]);
}

async function expectFailure(): Promise<void> {
  const started = performance.now();
  for (const [url, status, body] of await answers()) {
    const error = url.startsWith("/api/v1") ? "Database error" : "Server error";
    expect([url, status, body]).toEqual([url, 500, JSON.stringify({ error })]);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
}

async function expectService(): Promise<void> {
  const statuses = async () => (await answers()).map(([, status]) => status);
  await expect.poll(statuses, { timeout: 2_000 }).toEqual([200, 200, 200, 200, 404, 200]);
}

describe("a database that is lost", () => {
  test("gives the 500 texts quickly, and service by itself once it is back", async () => {
    await expectService();
    line.cut();
    await expectFailure();
    line.heal();
    await expectService();
  });

  test("the same when it hangs without an answer", async () => {
    await expectService();
    line.hang();
    await expectFailure();
    line.heal();
    await expectService();
  });

  test("requests without a key or with a malformed one need no database", async () => {
    line.cut();
    for (const authorization of [undefined, "Basic x", "Bearer nonsense"]) {
      const headers = authorization === undefined ? {} : { authorization };
      const { statusCode } = await app.inject({ url: "/api/v1/shipments", headers });
      expect(statusCode).toBe(401);
    }
    expect((await app.inject({ url: "/api/track/malformed" })).statusCode).toBe(404);
    line.heal();
  });

  test("what happened is logged once per request, with the error", () => {
    const failed = logged.filter((entry) => entry.msg === "request failed");
    expect(failed.length).toBeGreaterThanOrEqual(12);
    for (const entry of failed)
      expect(entry).toMatchObject({ level: "error", err: { type: expect.any(String) as string } });
  });
});
