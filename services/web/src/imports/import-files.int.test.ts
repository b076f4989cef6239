import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createImportHarness, type ImportHarness } from "./fixtures/import-harness.ts";

let harness: ImportHarness;

beforeAll(async () => {
  harness = await createImportHarness();
  harness.startWorker();
});

afterAll(async () => {
  expect(await harness.db.serverErrors()).toEqual([]);
  await harness.close();
});

function realFile(name: string): string {
  return readFileSync(`test/data/${name}`, "utf8");
}

async function loggedEvents(): Promise<Record<string, number>> {
  const { rows } = await harness.pool.query<{ type: string; n: number }>({
    text: `
      select event_log.type, count(*)::integer as n
      from write.event_log
      where event_log.tenant_id = $1
      group by event_log.type`,
    values: [harness.tenantId],
  });
  return Object.fromEntries(rows.map((row) => [row.type, row.n]));
}

describe("real carrier scans", () => {
  test("all shipments come in, and none twice", async () => {
    const file = realFile("carrier-scans-shipments.csv");
    const counts = { state: "done", total: 14, processed: 14, rejected: [] };
    expect(await harness.run("shipments", file)).toMatchObject({
      ...counts,
      accepted: 14,
      duplicates: 0,
    });
    expect(await harness.run("shipments", file)).toMatchObject({
      ...counts,
      accepted: 0,
      duplicates: 14,
    });
    expect((await loggedEvents())["shipment.created"]).toBe(14);
  });

  test("all scans with a city come in, the others are named by line, and none comes in twice", async () => {
    const file = realFile("carrier-scans-events.csv");
    const lines = file.trimEnd().split("\n");
    const blank = lines.flatMap((line, index) =>
      line.split(",")[2] === "" ? [{ line: index + 1, error: "city: must not be blank." }] : [],
    );
    expect(blank.length).toBeGreaterThan(20);
    const counts = { state: "done", total: 98, processed: 98, rejected: blank };
    // SCAN-0023 reports in_transit in Essen at 15:29 twice (lines 69 and 71): the same fact by 03-domain
    const good = 98 - blank.length - 1;
    expect(await harness.run("events", file)).toMatchObject({
      ...counts,
      accepted: good,
      duplicates: 1,
    });
    expect(await harness.run("events", file)).toMatchObject({
      ...counts,
      accepted: 0,
      duplicates: good + 1,
    });
    expect((await loggedEvents())["shipment.tracking_event_recorded"]).toBe(good);
  });
});

describe("lines that are refused leave the others alone", () => {
  test("a shipments file", async () => {
    const result = await harness.run(
      "shipments",
      [
        "shipmentNumber,mode,originCity,originCountryCode,destCity,pickupScheduledAt,originTimeZone,reference",
        "R-1,air,Zürich,ch,東京,2026-03-29T08:00:00,Europe/Zurich,PO 1",
        ",air,,,,,,",
        "R-3,horse,,,,,,",
        "R-4,air,,CH,,,,",
        "R-5,air,Bern,CHE,,,,",
        "R-6,air,Bern,,,2026-03-29T02:30:00,Europe/Zurich,",
        "R-7,air,Bern,,,2026-03-29T02:30:00,,",
        "R-8,air,Bern",
        `R-9,air,${"x".repeat(201)},,,,,`,
        `R-10,air,,,,,,${"x".repeat(201)}`,
        "R-1,ocean,Elsewhere,,,,,",
      ].join("\r\n"),
    );
    expect(result).toMatchObject({ state: "done", total: 11, accepted: 1, duplicates: 1 });
    expect(result.rejected).toEqual([
      { line: 3, error: "shipmentNumber: must not be blank." },
      {
        line: 4,
        error: "mode: must be one of ftl, ltl, parcel, air, ocean, rail, intermodal.",
      },
      { line: 5, error: "originCity: must not be blank." },
      { line: 6, error: expect.stringMatching(/^originCountryCode: must be /) },
      {
        line: 7,
        error:
          "pickupScheduledAt: does not exist in Europe/Zurich: the clocks skip it, the next valid time is 2026-03-29T03:00:00.",
      },
      { line: 8, error: expect.stringMatching(/^pickupScheduledAt: has no offset/) },
      { line: 9, error: "has 3 values, the header line has 8 values." },
      { line: 10, error: "originCity: must be at most 200 characters long." },
      { line: 11, error: "reference: must be at most 200 characters long." },
    ]);
  });

  test("what came in is what the file says", async () => {
    const { rows } = await harness.pool.query<{ details: string; status: string }>({
      text: `
        select shipments.details, shipments.status
        from write.shipments
        where shipments.tenant_id = $1
          and shipments.shipment_number = 'R-1'`,
      values: [harness.tenantId],
    });
    expect(rows.map((row) => row.status)).toEqual(["pickup_scheduled"]);
    expect(JSON.parse(rows[0]?.details ?? "")).toEqual({
      shipmentNumber: "R-1",
      mode: "air",
      customerId: null,
      carrierName: null,
      references: [{ type: "reference", value: "PO 1" }],
      origin: {
        city: "Zürich",
        countryCode: "CH",
        addressLine1: null,
        postalCode: null,
        timeZone: "Europe/Zurich",
      },
      destination: {
        city: "東京",
        countryCode: null,
        addressLine1: null,
        postalCode: null,
        timeZone: null,
      },
      pickupScheduledAt: "2026-03-29T06:00:00.000Z",
      deliveryScheduledAt: null,
      internalNotes: null,
    });
  });

  test("an events file", async () => {
    const file = Buffer.concat([
      Buffer.from(
        [
          "\ufeffcity,eventAt,shipmentNumber,eventType,description,timeZone,externalId,internalNote",
          'Zürich,2026-03-30T08:00:00,R-1,pickup,"left at, the dock",Europe/Zurich,x1,"seen\nby Ann"',
          "Bern,2026-03-30T10:00:00Z,NONE-1,arrival,,,,",
          "  ,2026-03-30T10:00:00Z,R-1,arrival,,,,",
          "Bern,2026-02-30T10:00:00Z,R-1,arrival,,,,",
          "Bern,2026-03-30T10:00:00,R-1,arrival,,,,",
          "Bern,2026-03-30T10:00:00Z,R-1,teleported,,,,",
          "Bern,2999-01-01T00:00:00Z,R-1,arrival,,,,",
          "Be\0rn,2026-03-30T10:00:00Z,R-1,arrival,,,,",
          "Bern,2026-03-30T10:00:00Z,R-1,arrival,Be,,,,extra",
          "ZÜRICH,2026-03-30T06:00:00Z,R-1,pickup,,,,",
          "Elsewhere,2026-03-31T06:00:00Z,R-1,arrival,,,x1,",
          "",
          "Bern,2026-03-30T10:00:00Z,R-1,arrival,,,,",
          "",
        ].join("\n"),
      ),
      Buffer.from("Z\xfcrich,2026-04-01T10:00:00Z,R-1,arrival,,,,\n", "latin1"),
    ]);
    const result = await harness.run("events", file);
    expect(result).toMatchObject({ state: "done", total: 13, accepted: 2, duplicates: 2 });
    expect(result.rejected).toEqual([
      { line: 4, error: 'shipmentNumber: there is no shipment with the number "NONE-1".' },
      { line: 5, error: "city: must not be blank." },
      { line: 6, error: "eventAt: has a day that this month does not have." },
      { line: 7, error: expect.stringMatching(/^eventAt: has no offset: end it with Z/) },
      { line: 8, error: expect.stringMatching(/^eventType: must be one of pickup, departure/) },
      { line: 9, error: expect.stringMatching(/^eventAt: /) },
      { line: 10, error: "city: must not contain NUL characters." },
      { line: 11, error: "has 9 values, the header line has 8 values." },
      { line: 16, error: expect.stringMatching(/^city: holds bytes that are not UTF-8/) },
    ]);
  });
});

describe("a file that cannot be imported fails as a whole, with a sentence", () => {
  test.each([
    ["\n\n", "The file is empty: it has no header line."],
    ["shipmentNumber,mode\n\n,\n", "The file has a header line and nothing below it."],
    [
      "shipmentNumber,mode,weight\nS-1,air,3\n",
      'The header line has the unknown column "weight". A file of shipments has the columns shipmentNumber, mode and, if wanted, originCity,',
    ],
    [
      "shipmentNumber,mode,eventAt\nS-1,air,3\n",
      'The header line has the unknown column "eventAt". It belongs to a file of events.',
    ],
    ["shipmentNumber;mode\nS-1;air\n", "Columns are separated by commas."],
    ["shipmentNumber,mode,\nS-1,air,\n", "The header line has an empty column name."],
    ["shipmentNumber,originCity\nS-1,Bern\n", "The header line lacks the column mode."],
    ["shipmentNumber,mode,mode\nS-1,air,air\n", "The header line names the column mode twice."],
    [
      'shipmentNumber,mode\nS-1,air\nS-2,"air\n',
      "The record that begins at line 3 opens a quoted value that never ends.",
    ],
    [
      "PK\x03\x04\0\0,\x01\n1,2\n",
      'The header line has the unknown column "PK\\u0003\\u0004\\u0000\\u0000".',
    ],
  ])("%j", async (file, sentence) => {
    const result = await harness.run("shipments", file);
    expect(result).toMatchObject({ state: "failed", processed: 0, accepted: 0, rejected: [] });
    expect(result.error).toContain(sentence);
    expect(await chunksOf(result.id)).toBe(0);
  });

  test("nothing of it was imported", async () => {
    const { rows } = await harness.pool.query({
      text: `
        select shipments.shipment_number
        from write.shipments
        where shipments.shipment_number like 'S-%'`,
    });
    expect(rows).toEqual([]);
  });
});

test("a finished import keeps no copy of the file", async () => {
  const result = await harness.run("shipments", "shipmentNumber,mode\nT-1,air\n");
  expect(result).toMatchObject({ state: "done", accepted: 1 });
  expect(await chunksOf(result.id)).toBe(0);
});

test("another tenant's shipments are unknown, and its numbers free", async () => {
  const other = await createImportHarness();
  other.startWorker();
  try {
    await other.run("shipments", "shipmentNumber,mode\nONLY-THERE,air\n");
    const result = await harness.run(
      "events",
      "shipmentNumber,eventType,city,eventAt\nONLY-THERE,pickup,Bern,2026-01-01T00:00:00Z\n",
    );
    expect(result.rejected).toEqual([
      { line: 2, error: 'shipmentNumber: there is no shipment with the number "ONLY-THERE".' },
    ]);
  } finally {
    await other.close();
  }
});

async function chunksOf(importId: string): Promise<number> {
  const { rows } = await harness.pool.query<{ n: number }>({
    text: `
      select count(*)::integer as n
      from write.import_chunks
      where import_chunks.import_id = $1`,
    values: [importId],
  });
  return rows[0]?.n ?? -1;
}
