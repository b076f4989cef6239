import { describe, expect, it } from "vitest";
import { toEventRecord } from "./record.ts";

const row = {
  part: 1,
  pos: 2,
  id: "0f8d1a52-6b0e-4a57-9a8e-3a1f5f0c2b11",
  type: "test.happened",
  schema_version: 3,
  tenant_id: "t",
  stream_id: "s",
  version: 4,
  occurred_at: "2026-03-01T08:30:00.000Z",
  recorded_at: "2026-03-01T08:30:00.125Z",
  actor_kind: "user",
  actor_id: "u",
  traceparent: null,
  data: '{"a":[1,null,"\\u0000"]}',
};

describe("toEventRecord", () => {
  it("parses the payload and names the fields as the envelope does", () => {
    expect(toEventRecord(row)).toEqual({
      part: 1,
      pos: 2,
      id: row.id,
      type: "test.happened",
      schemaVersion: 3,
      tenantId: "t",
      streamId: "s",
      version: 4,
      occurredAt: "2026-03-01T08:30:00.000Z",
      recordedAt: "2026-03-01T08:30:00.125Z",
      actor: { kind: "user", id: "u" },
      traceparent: null,
      data: { a: [1, null, "\u0000"] },
    });
  });

  it.each(["", "{", "NaN", "\u0000"])("marks a payload that is no JSON: %j", (data) => {
    expect(toEventRecord({ ...row, data }).data).toEqual({ unparsable: data });
  });
});
