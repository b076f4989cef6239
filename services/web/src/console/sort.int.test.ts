import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentInstant } from "../ids.ts";
import { findByKey } from "../search/find-by-key.ts";
import { keyNames, type KeyPlace } from "../search/list-order.ts";
import { type Board, startBoard } from "./fixtures/board.ts";
import { compareLines, fillUnevenly } from "./fixtures/uneven-board.ts";
import { type Sort, sorts } from "./list-cursor.ts";
import type { BoardLine } from "./read-board.ts";

let board: Board;
let all: readonly BoardLine[];

beforeAll(async () => {
  board = await startBoard();
  await fillUnevenly(board);
  all = (await board.list({ limit: "200" })).body.items;
});
afterAll(async () => {
  await board.web.close();
});

/** Ids of all pages. */
async function paged(query: Record<string, string>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const answer = await board.list({ ...query, cursor });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    ids.push(...answer.body.items.map((item: BoardLine) => item.id));
    cursor = answer.body.nextCursor;
  }
  return ids;
}

const span = { scheduledFrom: "2030-05-02T00:00:00.000Z", scheduledTo: "2030-05-04T00:00:00.000Z" };
const isIn = (at: string | null) =>
  at !== null && at >= span.scheduledFrom && at < span.scheduledTo;

/** What a query asks for, and the same in plain words. */
const filters: readonly (readonly [Record<string, string>, (line: BoardLine) => boolean])[] = [
  [{}, () => true],
  [{ status: "exception,delivered" }, ({ status }) => /^(exception|delivered)$/.test(status)],
  [{ status: "draft" }, ({ status }) => status === "draft"],
  [{ mode: "air" }, ({ mode }) => mode === "air"],
  [{ late: "true" }, ({ late }) => late],
  [{ late: "false" }, ({ late }) => !late],
  [{ q: "rhenus" }, ({ carrierName }) => carrierName === "Rhenus"],
  [{ q: "rhenus", late: "true" }, (line) => line.late && line.carrierName === "Rhenus"],
  [span, (line) => isIn(line.pickupScheduledAt) || isIn(line.deliveryScheduledAt)],
];

test("the board is as uneven as it is meant to be", () => {
  expect(all).toHaveLength(60);
  const count = (has: (line: BoardLine) => boolean) => all.filter(has).length;
  for (const [query, fits] of filters) expect([query, count(fits) > 3]).toEqual([query, true]);
  expect(count((line) => line.deliveryScheduledAt === null)).toBeGreaterThan(10);
  expect(count((line) => line.lastEvent === null)).toBeGreaterThan(10);
  expect(new Set(all.map((line) => line.updatedAt)).size).toBeLessThan(10);
  expect(new Set(all.map((line) => line.deliveryScheduledAt)).size).toBeLessThan(10);
});

test("pages of every order hold what a plain sort of everything holds, with ties and without values", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sorts),
      fc.constantFrom(...filters),
      fc.integer({ min: 1, max: 30 }),
      async (sort, [query, fits], limit) => {
        const expected = all.filter(fits).toSorted(compareLines(sort));
        expect(await paged({ ...query, sort, limit: String(limit) })).toEqual(
          expected.map(({ id }) => id),
        );
      },
    ),
    { numRuns: 80 },
  );
}, 120_000);

test("it makes no difference how many are looked at before the index is asked", async () => {
  const wanted = {
    tenantId: board.company.tenantId,
    statuses: null,
    text: null,
    now: currentInstant(),
    span: null,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...keyNames),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.constantFrom(true, false),
      fc.record({
        lookedAt: fc.integer({ min: 0, max: 12 }),
        limit: fc.integer({ min: 1, max: 9 }),
      }),
      async (name, direction, late, sizes) => {
        const found: KeyPlace[] = [];
        for (let last: KeyPlace | null = null, more = true; more;) {
          const filter = { ...wanted, ...sizes, name, direction, late, after: last };
          const page: readonly KeyPlace[] = await findByKey(board.web.db.pool("web"), filter);
          found.push(...page);
          last = page.at(-1) ?? null;
          more = page.length === sizes.limit;
        }
        const sort: Sort = direction === "asc" ? name : `-${name}`;
        const expected = all.filter((line) => line.late === late).toSorted(compareLines(sort));
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 50 },
  );
}, 120_000);

describe("the newest event", () => {
  test("that the order goes by is the one that the line shows, also after it was taken back", async () => {
    const { rows } = await board.web.db.pool("admin").query<{ id: string; at: string | null }>({
      text: "select shipments.id, shipments.last_event_at as at from write.shipments",
    });
    const stored = new Map(rows.map(({ id, at }) => [id, at]));
    for (const { id, lastEvent } of all) expect(stored.get(id)).toBe(lastEvent?.eventAt ?? null);
  });
});

test("pasted numbers come in the order that is asked for", async () => {
  const q = all.slice(0, 6).map(({ shipmentNumber }) => shipmentNumber);
  const sorted = q.toSorted((one, other) => (one < other ? -1 : 1));
  expect(await board.numbers({ q: q.join("\n") })).toEqual(q);
  expect(await board.numbers({ q: q.join("\n"), sort: "number" })).toEqual(sorted);
  expect(await board.numbers({ q: q.join("\n"), sort: "-number" })).toEqual(sorted.toReversed());
});

describe("what is refused", () => {
  test.each(["due", "Number", "--number", "number,status", "-"])("the order %s", async (sort) => {
    const answer = await board.list({ sort });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringMatching(/^sort: must be one of created, -created, /),
    ]);
  });

  test("a cursor of another order", async () => {
    const cursors = new Map<string, string>();
    for (const sort of sorts) {
      cursors.set(sort, (await board.list({ sort, limit: "5" })).body.nextCursor);
    }
    for (const [sort, cursor] of cursors) {
      for (const other of sorts.filter((one) => one !== sort)) {
        const answer = await board.list({ sort: other, cursor });
        expect([sort, other, answer.status, answer.body.error]).toEqual([
          sort,
          other,
          400,
          "cursor: is not a cursor of this list.",
        ]);
      }
    }
  });

  const id = "10000000-0000-4000-8000-000000000001";
  test.each([
    ["number", ["a\u0000b", id]],
    ["number", [null, id]],
    ["delivery", ["tomorrow", id]],
    ["delivery", ["2026-01-01T00:00:00.000Z", "1"]],
    ["lastEvent", ["0000-01-01T00:00:00.000Z", id]],
    ["updated", [null, id]],
    ["status", ["lost", "2026-01-01T00:00:00.000Z", id]],
    ["status", ["draft", id]],
  ])("a forged cursor of %s: %j", async (sort, place) => {
    const cursor = Buffer.from(JSON.stringify([`shipments by ${sort}`, ...place])).toString(
      "base64url",
    );
    const answer = await board.list({ sort, cursor });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      "cursor: is not a cursor of this list.",
    ]);
  });
});
