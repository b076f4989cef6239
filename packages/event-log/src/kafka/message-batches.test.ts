import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "@shipment-tracking/contracts";
import { type Outgoing, sizeOf, toRequests } from "./message-batches.ts";
import { encodeRecord } from "./record-codec.ts";

function outgoing(part: number, pos: number, bytes: number): Outgoing {
  const record: EventRecord = {
    id: randomUUID(),
    type: "test.happened",
    schemaVersion: 1,
    tenantId: randomUUID(),
    streamId: randomUUID(),
    version: 1,
    part,
    pos,
    occurredAt: "2026-03-01T08:30:00.000Z",
    recordedAt: "2026-03-01T08:30:00.000Z",
    actor: { kind: "system", id: null },
    traceparent: null,
    data: "x".repeat(bytes),
  };
  return { record, message: encodeRecord(record, "log") };
}

describe("requests", () => {
  it("hold all messages once, in order per part, within the limits unless one message alone is above", () => {
    const sizes = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 1_200_000 })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(sizes, (wanted) => {
        const messages = wanted.map(([part, bytes], index) => outgoing(part, index + 1, bytes));
        const requests = toRequests(messages);
        for (let part = 0; part < 4; part += 1) {
          const of = (list: readonly Outgoing[]) =>
            list.filter(({ record }) => record.part === part);
          expect(requests.flatMap(of)).toEqual(of(messages));
          for (const share of requests.map(of)) {
            const bytes = share.reduce((sum, { message }) => sum + sizeOf(message), 0);
            expect(share.length <= 1 || bytes <= 900_000).toBe(true);
          }
        }
        expect(requests.every((request) => request.length > 0)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("are none for no messages", () => {
    expect(toRequests([])).toEqual([]);
  });
});
