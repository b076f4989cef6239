import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { append, newEvent, streamInPart, streamOf, tenantId } from "../new-streams.contract.ts";
import { partCount } from "../port.ts";
import { type FetchOptions, fetchRecords } from "./fetch-records.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
  await append(db.pool("web"), [
    streamOf(streamInPart(1), { count: 300 }),
    streamOf(streamInPart(2), { count: 3 }),
    streamOf(streamInPart(40), { count: 3 }),
    ...[50, 51].map((part) => ({
      tenantId,
      streamId: streamInPart(part),
      expectedVersion: 0,
      // incompressible: 40 KB each as stored
      events: Array.from({ length: 10 }, () => newEvent(randomBytes(30_000).toString("base64"))),
    })),
  ]);
});

afterAll(async () => {
  await db.drop();
});

const allParts = Array.from({ length: partCount }, (_, part) => part);

async function fetched(
  parts: readonly number[],
  options: Partial<FetchOptions> = {},
): Promise<readonly (readonly [part: number, count: number])[]> {
  const result = await fetchRecords(db.pool("projector"), {
    after: new Map(parts.map((part) => [part, 0])),
    maxRecords: 1_000,
    maxBytes: 100_000_000,
    firstPart: 0,
    ...options,
  });
  expect(result.damaged).toEqual([]);
  return result.parts.map(({ part, records }) => [part, records.length]);
}

describe("fetchRecords", () => {
  it("finds the records of all parts with news", async () => {
    expect(await fetched(allParts)).toEqual([
      [1, 200],
      [2, 3],
      [40, 3],
      [50, 10],
      [51, 10],
    ]);
  });

  it("gives a lone part all of maxRecords, several parts the same share", async () => {
    expect(await fetched([1], { maxRecords: 250 })).toEqual([[1, 250]]);
    expect(await fetched([1, 2], { maxRecords: 250 })).toEqual([
      [1, 125],
      [2, 3],
    ]);
  });

  it("begins with the part whose turn it is, and leaves out those without a turn", async () => {
    expect(await fetched(allParts, { firstPart: 41, maxRecords: 3 })).toEqual([
      [50, 1],
      [51, 1],
      [1, 1],
    ]);
  });

  it("ends behind maxBytes, and always brings one record", async () => {
    expect(await fetched([50, 51], { maxBytes: 470_000 })).toEqual([
      [50, 10],
      [51, 2],
    ]);
    expect(await fetched([50, 51], { maxBytes: 1 })).toEqual([[50, 1]]);
  });

  it("finds nothing behind the heads", async () => {
    const after = new Map([
      [1, 300],
      [2, 3],
      [3, 0],
    ]);
    expect(await fetched([], { after })).toEqual([]);
  });
});
