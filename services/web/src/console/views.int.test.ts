import { afterAll, beforeAll, expect, test } from "vitest";
import { type Board, startBoard } from "./fixtures/board.ts";

let board: Board;

beforeAll(async () => {
  board = await startBoard();
  const ids = new Map<string, string>();
  const create = async (shipmentNumber: string, details: object = {}) =>
    void ids.set(shipmentNumber, await board.create({ shipmentNumber, ...details }));
  await create("A-QUIET");
  await create("B-PICKUP", { pickupScheduledAt: "2030-05-02T08:00:00Z" });
  await create("C-DELIVERY", { deliveryScheduledAt: "2030-05-02T23:59:59.999Z" });
  await create("D-NEXT-DAY", { deliveryScheduledAt: "2030-05-03T00:00:00Z" });
  await create("E-LATE", { deliveryScheduledAt: "2020-05-03T00:00:00Z", carrierName: "Rhenus" });
  for (const [number, eventType] of [
    ["A-QUIET", "exception"],
    ["E-LATE", "customs_hold"],
    ["C-DELIVERY", "attempt_failed"],
  ] as const) {
    const event = { eventType, city: "Bern", eventAt: "2026-01-02T00:00:00Z" };
    await board.client.call(`POST /api/shipments/${ids.get(number) ?? ""}/events`, event);
  }
});
afterAll(async () => {
  await board.web.close();
});

const day = { scheduledFrom: "2030-05-02T00:00:00Z", scheduledTo: "2030-05-03T00:00:00Z" };
const troubled = "exception,customs_hold,attempt_failed";

test.each([
  ["several statuses, newest first", { status: troubled }, ["E-LATE", "C-DELIVERY", "A-QUIET"]],
  ["several statuses and lateness", { status: troubled, late: "true" }, ["E-LATE"]],
  ["several statuses and a word", { status: troubled, q: "rhenus" }, ["E-LATE"]],
  [
    "several statuses and numbers",
    { status: troubled, q: "E-LATE, A-QUIET" },
    ["E-LATE", "A-QUIET"],
  ],
  ["a day, its end not counted", day, ["C-DELIVERY", "B-PICKUP"]],
  ["a day and statuses", { ...day, status: troubled }, ["C-DELIVERY"]],
  [
    "a day of another zone",
    { scheduledFrom: "2030-05-03T00:00:00+01:00", scheduledTo: "2030-05-04T00:00:00+01:00" },
    ["D-NEXT-DAY", "C-DELIVERY"],
  ],
  ["a day and a mode that none has", { ...day, mode: "air" }, []],
] as const)("finds %s", async (_name, query, numbers) => {
  expect(await board.numbers(query)).toEqual(numbers);
});

test.each([{ status: troubled }, day])("pages of %j hold each shipment once", async (query) => {
  const whole = await board.numbers(query);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await board.list({ ...query, limit: "1", cursor });
    seen.push(...page.body.items.map((item: { shipmentNumber: string }) => item.shipmentNumber));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual(whole);
});

test("counts say what each view holds", async () => {
  const answer = await board.client.call(
    `GET /api/shipments/counts?${new URLSearchParams(day).toString()}`,
  );
  expect([answer.status, answer.body]).toEqual([
    200,
    { late: 1, exception: 3, today: 2, all: 5, cap: 1_000 },
  ]);
});

test("another company's shipments are neither found nor counted", async () => {
  const other = await (await board.web.company()).as("dispatcher");
  expect((await board.list({ status: troubled }, other)).body.items).toEqual([]);
  expect((await board.list(day, other)).body.items).toEqual([]);
  const counts = await other.call(
    `GET /api/shipments/counts?${new URLSearchParams(day).toString()}`,
  );
  expect(counts.body).toEqual({ late: 0, exception: 0, today: 0, all: 0, cap: 1_000 });
});

test.each([
  ["scheduledFrom=2030-05-02T00:00:00Z", "scheduledTo: must be given with scheduledFrom."],
  ["scheduledTo=2030-05-02T00:00:00Z", "scheduledFrom: must be given with scheduledTo."],
  ["scheduledFrom=2030-05-02&scheduledTo=2030-05-03", /^scheduledFrom: must be an instant/],
  [
    "scheduledFrom=2030-05-02T00:00:00Z&scheduledTo=2030-05-02T00:00:00Z",
    /^scheduledTo: must be after/,
  ],
  [
    "scheduledFrom=2030-05-02T00:00:00Z&scheduledTo=2030-07-02T00:00:00Z",
    /^scheduledTo: must be after/,
  ],
])("the span %s is refused by field, by the list and the counts", async (query, error) => {
  for (const path of ["/api/shipments", "/api/shipments/counts"]) {
    const answer = await board.client.call(`GET ${path}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(
      typeof error === "string" ? error : expect.stringMatching(error),
    );
  }
});

test("a span goes with no lateness", async () => {
  const answer = await board.list({ ...day, late: "true" });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    "late: cannot be combined with scheduledFrom and scheduledTo.",
  ]);
});
