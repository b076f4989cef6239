import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "@shipment-tracking/contracts";
import { partOf } from "../part.ts";
import {
  decodeMessage,
  encodeRecord,
  encodeReference,
  type OutgoingMessage,
  sourceOf,
} from "./record-codec.ts";

const logIdentity = randomUUID();
const source = sourceOf(logIdentity);

const text = fc.string({ unit: "binary" });
const time = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
/** What `JSON.parse` of a row's text can give. */
const payload = fc.json({ maxDepth: 6 }).map((json) => JSON.parse(json) as unknown);

const anyRecord: fc.Arbitrary<EventRecord> = fc
  .record({
    id: fc.uuid(),
    type: text,
    schemaVersion: fc.integer({ min: -32_768, max: 32_767 }),
    tenantId: fc.uuid(),
    streamId: fc.uuid(),
    version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    pos: fc.integer({ min: 1, max: 1e14 }),
    occurredAt: time.map((date) => date.toISOString()),
    recordedAt: time.map((date) => date.toISOString()),
    // as: a row may hold a kind that no schema knows
    actor: fc.record({ kind: text, id: fc.option(text) }) as fc.Arbitrary<EventRecord["actor"]>,
    traceparent: fc.option(text),
    data: payload,
  })
  .map((record) => ({ ...record, part: partOf(record.streamId) }));

/** As the brokers hand it out. */
function arrived({ value, headers }: OutgoingMessage) {
  const bytes = Object.entries(headers).map(([name, header]) => [name, Buffer.from(header)]);
  return {
    value: Buffer.from(value),
    headers: Object.fromEntries(bytes) as Record<string, Buffer>,
  };
}

const record: EventRecord = {
  id: randomUUID(),
  type: "test.happened",
  schemaVersion: 1,
  tenantId: randomUUID(),
  streamId: "9f1f7a5e-6c1d-4b7a-8a55-1d2f7f6c9a01",
  version: 3,
  part: partOf("9f1f7a5e-6c1d-4b7a-8a55-1d2f7f6c9a01"),
  pos: 17,
  occurredAt: "2026-03-01T08:30:00.000Z",
  recordedAt: "2026-03-01T08:30:00.125Z",
  actor: { kind: "system", id: null },
  traceparent: null,
  data: { text: "nul \u0000 lone \ud800 Łódź" },
};

describe("a record", () => {
  it("comes back from its message as it was, or as a reference when JSON does not carry its payload", () => {
    fc.assert(
      fc.property(anyRecord, (before) => {
        const message = encodeRecord(before, logIdentity);
        const decoded = decodeMessage(arrived(message), { part: before.part, source });
        expect(message).toMatchObject({ key: before.streamId, partition: before.part });
        if (decoded.kind === "record") expect(decoded.record).toEqual(before);
        else expect(decoded).toEqual({ kind: "reference", pos: before.pos });
        expect(decoded.kind === "reference").toBe(
          JSON.stringify(before.data) === undefined || !roundTrips(before.data),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("is a CloudEvent in binary mode", () => {
    const { headers, value } = encodeRecord(record, logIdentity);
    expect(headers).toEqual({
      "content-type": "application/json",
      ce_specversion: "1.0",
      ce_id: record.id,
      ce_type: "test.happened",
      ce_source: `/logs/${logIdentity}`,
      ce_subject: record.streamId,
      ce_time: "2026-03-01T08:30:00.000Z",
      ce_tenantid: record.tenantId,
      ce_streamversion: "3",
      ce_position: "17",
      ce_recordedat: "2026-03-01T08:30:00.125Z",
      ce_schemaversion: "1",
      ce_actorkind: "system",
    });
    expect(JSON.parse(value)).toEqual(record.data);
  });

  it.each([
    ["a number beyond JSON's writing", JSON.parse("[1e400]") as unknown],
    ["a minus zero", JSON.parse('{"a":-0}') as unknown],
    [
      "a nesting deeper than calls can be",
      JSON.parse("[".repeat(100_000) + "]".repeat(100_000)) as unknown,
    ],
  ])("is referred to when its payload holds %s", (_, data) => {
    const message = encodeRecord({ ...record, data }, logIdentity);
    expect(message).toEqual(encodeReference(record, logIdentity));
    const decoded = decodeMessage(arrived(message), { part: record.part, source });
    expect(decoded).toEqual({ kind: "reference", pos: 17 });
  });
});

function roundTrips(data: unknown): boolean {
  try {
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    return true;
  } catch {
    return false;
  }
}

describe("a stranger", () => {
  const good = arrived(encodeRecord(record, logIdentity));
  const kindOf = (message: Parameters<typeof decodeMessage>[0], part = record.part) =>
    decodeMessage(message, { part, source }).kind;

  it("is what is not exactly as a record's message", () => {
    expect(kindOf(good)).toBe("record");
    expect(kindOf({ value: null, headers: good.headers })).toBe("stranger");
    expect(kindOf({ value: Buffer.from(""), headers: good.headers })).toBe("stranger");
    expect(kindOf({ value: Buffer.from("{"), headers: good.headers })).toBe("stranger");
    expect(kindOf({ value: Buffer.from([0x22, 0xff, 0x22]), headers: good.headers })).toBe(
      "stranger",
    );
    expect(kindOf({ value: good.value })).toBe("stranger");
    expect(kindOf(good, (record.part + 1) % 64)).toBe("stranger");
  });

  it.each([
    ["ce_source", `/logs/${randomUUID()}`],
    ["ce_subject", "no uuid"],
    ["ce_subject", randomUUID().toUpperCase()],
    ["ce_position", "0"],
    ["ce_position", "1.5"],
    ["ce_position", "1e3"],
    ["ce_position", "99999999999999999999"],
    ["ce_streamversion", "-1"],
    ["ce_schemaversion", "one"],
    ["ce_time", "yesterday"],
    ["ce_id", ""],
    ["ce_specversion", "0.3"],
    ["content-type", "text/plain"],
  ])("has a wrong %s: %s", (name, value) => {
    const headers = { ...good.headers, [name]: Buffer.from(value) };
    expect(kindOf({ ...good, headers })).toBe("stranger");
    const { [name]: _, ...without } = headers;
    expect(kindOf({ ...good, headers: without })).toBe("stranger");
  });

  it("has a header twice, or one that is no text", () => {
    const twice = [Buffer.from("1"), Buffer.from("2")];
    expect(kindOf({ ...good, headers: { ...good.headers, ce_position: twice } })).toBe("stranger");
    const bytes = Buffer.from([0xff, 0xfe]);
    expect(kindOf({ ...good, headers: { ...good.headers, ce_type: bytes } })).toBe("stranger");
  });

  it("never makes the decoder throw", () => {
    const headers = fc.dictionary(
      fc.constantFrom(...Object.keys(good.headers), "ce_dataref", "other"),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    const value = fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes)));
    fc.assert(
      fc.property(value, headers, (body, some) => {
        const message = { value: body, headers: { ...good.headers, ...some } };
        expect(["record", "reference", "stranger"]).toContain(kindOf(message));
      }),
    );
  });
});
