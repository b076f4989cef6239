import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webMigrations } from "../migrations.ts";
import { type Board, startBoard } from "./fixtures/board.ts";

let board: Board;

beforeAll(async () => {
  board = await startBoard();
});
afterAll(async () => {
  await board.web.close();
});

const list: Board["list"] = (query, as) => board.list(query, as);
const create: Board["create"] = (body) => board.create(body);

const place = (city: string) => ({ city });
const due = "2026-01-01T00:00:00.000Z";

describe("pages", () => {
  test("show each shipment once, also those created in the same instant", async () => {
    for (let index = 0; index < 25; index += 1) {
      await create({ shipmentNumber: `PAGE-${String(index)}`, carrierName: "Pager" });
    }
    await board.web.db.pool("admin").query({
      text: `
        with moved as (
          update write.shipments
          set created_at = '2026-05-05T05:05:05.005Z'
          where shipment_number like 'PAGE-%'
          returning id
        )
        update write.shipment_search
        set created_at = '2026-05-05T05:05:05.005Z'
        where shipment_id in (select id from moved)`,
    });
    for (const filter of [{ q: "pager" }, { q: "pager", status: "draft" }, { status: "draft" }]) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: { body: { items: { id: string }[]; nextCursor: string | null } } = await list({
          ...filter,
          limit: "7",
          cursor,
        });
        seen.push(...page.body.items.map((item) => item.id));
        cursor = page.body.nextCursor;
      }
      const whole = (await list({ ...filter, limit: "200" })).body.items;
      expect(seen).toEqual(whole.map((item: { id: string }) => item.id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(25);
    }
  });

  const forged = (parts: unknown): string =>
    Buffer.from(JSON.stringify(parts)).toString("base64url");
  test.each([
    ["nonsense"],
    [forged(["audit-log", 1])],
    [forged(["shipments", "0000-01-01T00:00:00.000Z", "10000000-0000-4000-8000-000000000001"])],
    [forged(["shipments", "2026-02-30T00:00:00.000Z", "10000000-0000-4000-8000-000000000001"])],
    [forged(["shipments", due, "1"])],
    [forged(["shipments", due, "10000000-0000-4000-8000-000000000001", 1])],
    [forged({ length: 3 })],
  ])("do not begin at the forged cursor %s", async (cursor) => {
    const answer = await list({ cursor });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "cursor: is not a cursor of this list." },
    ]);
  });
});

test("a text that is too long is refused", async () => {
  const answer = await list({ q: "x".repeat(10_201) });
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: "q: must be at most 10200 characters long." },
  ]);
});

test.each([
  ["q=%00", "q: must not contain control characters."],
  ["q=a&q=b", "q: must be text."],
  ["q=a+b+c+d+e+f+g+h+i+j+k", "q: must be at most 10 words."],
  ["status=lost", /^status: must be one of draft, /],
  ["mode=FTL", /^mode: must be one of ftl, /],
  ["customerId=1", "customerId: must be a UUID."],
  ["late=yes", "late: must be one of true, false."],
  ["limit=-1", "limit: must be a whole number from 1 to 200."],
])("the query %s is refused by field", async (query, error) => {
  const answer = await board.client.call(`GET /api/shipments?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    error: typeof error === "string" ? error : expect.stringMatching(error),
  });
});

test("empty parameters count as absent", async () => {
  const answer = await board.client.call(
    "GET /api/shipments?q=&status=&mode=&customerId=&late=&limit=&cursor=&other=1",
  );
  expect(answer.status).toBe(200);
  expect(answer.body.items.length).toBeGreaterThan(0);
});

test("the migration makes the same documents for what was stored before it", async () => {
  const customerId = "10000000-0000-4000-8000-000000000009";
  await board.insertCustomer(customerId, "Documented");
  await create({
    shipmentNumber: "Ö-00’17",
    mode: "air",
    customerId,
    carrierName: "Łukasz & Söhne Ærø ﬁ ½ Straße",
    origin: place("МОСКВА 東京　港 İstanbul"),
    destination: place("Trois-Rivières/Québec"),
    references: [
      { type: "po", value: "'x\\ y\u00a0Z-é" },
      { type: "long", value: `${"Ä".repeat(70)} 00000` },
    ],
  });
  const admin = board.web.db.pool("admin");
  const documents = async () =>
    (
      await admin.query({
        text: "select shipment_id, document::text from write.shipment_search order by shipment_id",
      })
    ).rows;
  const written = await documents();
  const file = await readFile(join(webMigrations.directory, "0005_search.sql"), "utf8");
  const backfill =
    /create function[\s\S]*drop function write.fold_text[^;]*;/.exec(file)?.[0] ?? "";
  await admin.query({ text: `truncate write.shipment_search; ${backfill}` });
  expect(await documents()).toEqual(written);
  expect(written.length).toBeGreaterThan(20);
});
