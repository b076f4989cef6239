import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EventRecord } from "@shipment-tracking/contracts";
import { expect, test } from "vitest";
import { partOf } from "../part.ts";
import { encodeRecord } from "./record-codec.ts";

test("the published document of the topic names the headers of a record, no more and no fewer", () => {
  const file = join(import.meta.dirname, "../../../../docs/asyncapi/event-log.json");
  const { components } = JSON.parse(readFileSync(file, "utf8"));
  const { properties } = components.schemas.CloudEventHeaders;
  const required: readonly string[] = components.schemas.CloudEventHeaders.required;
  const streamId = randomUUID();
  const least: EventRecord = {
    id: randomUUID(),
    type: "tenant.activated",
    schemaVersion: 1,
    tenantId: randomUUID(),
    streamId,
    version: 1,
    part: partOf(streamId),
    pos: 1,
    occurredAt: "2026-03-01T10:00:00.000Z",
    recordedAt: "2026-03-01T10:00:00.000Z",
    actor: {
      kind: "system",
      id: null,
    },
    traceparent: null,
    data: {},
  };
  const most: EventRecord = {
    ...least,
    actor: {
      kind: "user",
      id: randomUUID(),
    },
    traceparent: "00-0-0-00",
  };
  const names = (record: EventRecord) => Object.keys(encodeRecord(record, randomUUID()).headers);
  expect([...required].toSorted()).toEqual(names(least).toSorted());
  // the last one is for a payload that JSON does not carry
  expect(Object.keys(properties).toSorted()).toEqual([...names(most), "ce_dataref"].toSorted());
});
