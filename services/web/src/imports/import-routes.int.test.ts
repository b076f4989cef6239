import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger, createEdgeServer, stopServer } from "@shipment-tracking/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startFixture,
  type Answer,
  type Client,
  type Company,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { importWorker, type ImportWorker } from "./import-worker.ts";

let fixture: WebFixture;
let server: Server;
let worker: ImportWorker;
let company: Company;
let dispatcher: Client;
let wakes = 0;

beforeAll(async () => {
  fixture = await startFixture({
    wakeImports: () => {
      wakes += 1;
      worker.wake();
    },
  });
  const log = createLogger({ service: "test", level: "silent" });
  // so slow that only waking makes the tests end in time
  worker = importWorker({ pool: fixture.db.pool("web"), log, pollMs: 60_000 });
  server = createEdgeServer((request, response) => fixture.app.routing(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  company = await fixture.company();
  dispatcher = await company.as("dispatcher");
});

afterAll(async () => {
  await worker.stop();
  await stopServer(server);
  await fixture.close();
});

const csv = { "content-type": "text/csv" };
const shipments = "shipmentNumber,mode\nI-1,air\nI-2,horse\nI-1,air\n";

function upload(client: Client, kind: string, file: string): Promise<Answer> {
  return client.call(`POST /api/imports?kind=${kind}`, file, csv);
}

async function finished(client: Client, importId: string): Promise<Answer["body"]> {
  const url = `/api/imports/${importId}`;
  await expect
    .poll(async () => (await client.call(`GET ${url}`)).body.state, { timeout: 15_000 })
    .not.toBe("running");
  return (await client.call(`GET ${url}`)).body;
}

async function openImports(): Promise<number> {
  const { rows } = await fixture.db.pool("web").query<{ n: number }>({
    text: `
      select count(*)::integer as n
      from write.imports
      where imports.state in ('receiving', 'running')`,
  });
  return rows[0]?.n ?? -1;
}

describe("an upload", () => {
  test("is answered 202 with an id, imported at once, and told by GET with exactly the documented keys", async () => {
    const wokenBefore = wakes;
    const answer = await upload(dispatcher, "shipments", shipments);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ importId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(answer.header("location")).toBe(`/api/imports/${answer.body.importId}`);
    expect(wakes).toBe(wokenBefore + 1);
    expect(await finished(dispatcher, answer.body.importId)).toEqual({
      id: answer.body.importId,
      kind: "shipments",
      state: "done",
      error: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      finishedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      total: 3,
      processed: 3,
      accepted: 1,
      duplicates: 1,
      rejectedCount: 1,
      rejected: [
        {
          line: 3,
          error: "mode: must be one of ftl, ltl, parcel, air, ocean, rail, intermodal.",
        },
      ],
    });
  });

  test("is in the list, newest first", async () => {
    const first = (await upload(dispatcher, "shipments", shipments)).body.importId;
    const second = (await upload(dispatcher, "events", "city\nBern\n")).body.importId;
    await finished(dispatcher, second);
    const { body } = await dispatcher.call("GET /api/imports");
    expect(body.items.slice(0, 2).map((item: { id: string }) => item.id)).toEqual([second, first]);
    expect(body.items[0]).toMatchObject({ kind: "events", state: "failed" });
    expect(body.items[0].error).toContain("lacks the columns shipmentNumber, eventType, eventAt");
  });

  test("of many bad lines answers the first thousand and their number, and the others on request", async () => {
    const lines = Array.from({ length: 1_203 }, () => "X,horse").join("\n");
    const { body } = await upload(dispatcher, "shipments", `shipmentNumber,mode\n${lines}`);
    const result = await finished(dispatcher, body.importId);
    expect(result).toMatchObject({ total: 1_203, processed: 1_203, rejectedCount: 1_203 });
    expect(result.rejected).toHaveLength(1_000);
    const rest = await dispatcher.call(`GET /api/imports/${body.importId}?afterLine=1001`);
    expect(rest.body.rejected.map((one: { line: number }) => one.line)).toEqual(
      Array.from({ length: 203 }, (_, index) => 1_002 + index),
    );
  });
});

describe("refused", () => {
  test.each(["", "?kind=", "?kind=invoices", "?kind=events&kind=events"])(
    "kind %j",
    async (query) => {
      const answer = await dispatcher.call(`POST /api/imports${query}`, shipments, csv);
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: "kind: must be one of shipments, events." },
      ]);
    },
  );

  test.each([
    [{ "content-type": "application/json" }, "The Content-Type must be text/csv."],
    [{ "content-type": "multipart/form-data; boundary=x" }, "The Content-Type must be text/csv."],
    [{ "content-type": "text/csv; charset=latin1" }, "The Content-Type must be text/csv in UTF-8."],
  ])("%j", async (headers, error) => {
    const answer = await dispatcher.call("POST /api/imports?kind=events", shipments, headers);
    expect([answer.status, answer.body]).toEqual([415, { error }]);
  });

  test("no body at all", async () => {
    const answer = await dispatcher.call("POST /api/imports?kind=events");
    expect([answer.status, answer.body]).toEqual([
      415,
      { error: "The Content-Type must be text/csv." },
    ]);
  });

  test("an empty file", async () => {
    const answer = await upload(dispatcher, "events", "");
    expect([answer.status, answer.body]).toEqual([400, { error: "The file is empty." }]);
  });

  test("users who may not write shipments, and nobody", async () => {
    expect((await upload(fixture.nobody, "events", shipments)).status).toBe(401);
    for (const role of ["viewer", "billing"] as const) {
      expect((await upload(await company.as(role), "events", shipments)).status).toBe(403);
    }
    expect((await upload(await company.as("admin"), "shipments", shipments)).status).toBe(202);
  });

  test("another tenant's import, an unknown one and a malformed id are all not found", async () => {
    const { importId } = (await upload(dispatcher, "shipments", shipments)).body;
    const stranger = await (await fixture.company("Elsewhere")).as("dispatcher");
    const unknown = "018f0000-0000-7000-8000-000000000001";
    for (const id of [importId, unknown, "nonsense", "%00"]) {
      const answer = await stranger.call(`GET /api/imports/${id}`);
      expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
    }
    expect((await stranger.call("GET /api/imports")).body).toEqual({ items: [] });
  });
});

describe("over a real connection", () => {
  interface Sent {
    readonly status: number;
    readonly body: unknown;
  }

  function post(headers: Record<string, string | number>) {
    const { port } = server.address() as AddressInfo; // listening on a port
    const request = httpRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/api/imports?kind=events",
      headers: { cookie: dispatcher.cookie, ...csv, ...headers },
    });
    const answer = once(request, "response").then(async ([response]): Promise<Sent> => {
      const chunks: Buffer[] = [];
      // the event's argument
      for await (const chunk of response as IncomingMessage) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      return { status: (response as IncomingMessage).statusCode ?? 0, body: JSON.parse(text) };
    });
    return { request, answer };
  }

  const tooLarge = {
    status: 413,
    body: { error: "The file is larger than 20 MB: split it, each part with the header line." },
  };
  const megabyte = Buffer.alloc(1024 * 1024, "x,y\n");

  test("a file announced as larger than 20 MB is refused", async () => {
    const { request, answer } = post({ "content-length": 20 * 1024 * 1024 + 1 });
    request.write(megabyte);
    expect(await answer).toEqual(tooLarge);
    request.destroy();
  });

  test("a file that turns out larger than 20 MB is refused and leaves nothing behind", async () => {
    const { request, answer } = post({ "transfer-encoding": "chunked" });
    for (let count = 0; count < 22; count += 1) request.write(megabyte);
    request.end();
    expect(await answer).toEqual(tooLarge);
    expect(await openImports()).toBe(0);
  });

  test("20 MB exactly are taken", async () => {
    const { request, answer } = post({ "content-length": 20 * 1024 * 1024 });
    for (let count = 0; count < 20; count += 1) request.write(megabyte);
    request.end();
    const { status, body } = await answer;
    expect(status).toBe(202);
    const { importId } = body as { importId: string }; // as the status says
    expect(await finished(dispatcher, importId)).toMatchObject({
      state: "failed",
      error: expect.stringContaining('unknown column "x"'),
    });
  });

  test.each(["content-length", "chunked"])(
    "an upload cut off (%s) leaves nothing behind",
    async (how) => {
      const { request, answer } = post(
        how === "chunked" ? { "transfer-encoding": "chunked" } : { "content-length": 10_000_000 },
      );
      answer.catch(() => undefined); // there will be none
      request.write(megabyte);
      await expect.poll(openImports, { timeout: 10_000 }).toBe(1);
      request.destroy();
      await expect.poll(openImports, { timeout: 10_000 }).toBe(0);
      const { rows } = await fixture.db.pool("web").query({
        text: "select import_chunks.seq from write.import_chunks",
      });
      expect(rows).toEqual([]);
      const alarms = fixture.logLines.filter((line) => line.includes('"level":"error"'));
      expect(alarms).toEqual([]);
    },
  );
});
