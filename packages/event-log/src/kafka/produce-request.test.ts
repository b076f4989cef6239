import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isIdleLoopPatched, isProduceRequestPatched } from "./kafka-client.ts";
import {
  patchProduceRequest,
  type ProduceArguments,
  type ProduceDefinition,
  type ProduceMessage,
} from "./produce-request.ts";

const require = createRequire(import.meta.url);
// as: the module of kafkajs that describes the request
const original = require("kafkajs/src/protocol/requests/produce/index.js") as ProduceDefinition;
const crc32C = require("kafkajs/src/protocol/recordBatch/crc32C/index.js") as (
  bytes: Buffer,
) => number;

function patched(version = "2.2.4"): ProduceDefinition {
  const definition = { ...original };
  patchProduceRequest(definition, crc32C, version);
  return definition;
}

async function encodedBy(definition: ProduceDefinition, args: ProduceArguments, version = 7) {
  const { request } = definition.protocol({ version })(args);
  return (await request.encode()).buffer.toString("hex");
}

function argumentsOf(batches: readonly (readonly ProduceMessage[])[]): ProduceArguments {
  const partitions = batches.map((messages, partition) => ({ partition, messages }));
  const topicData = [{ topic: "tópic", partitions }];
  return { acks: -1, timeout: 5_000, producerId: -1, topicData };
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.nat({ max: 70_000 }).map((length) => "x".repeat(length)),
);
const message = fc.record({
  key: text,
  value: text,
  headers: fc.dictionary(fc.string({ maxLength: 20 }), text, { maxKeys: 5 }),
});

describe("the patched Produce request", () => {
  it("has the very bytes that kafkajs makes, whatever the records are", async () => {
    vi.useFakeTimers({ now: new Date("2026-03-04T05:06:07.890Z"), toFake: ["Date"] });
    const batches = fc.array(fc.array(message, { minLength: 1, maxLength: 80 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, fc.constantFrom(3, 4, 5, 6, 7), async (messages, version) => {
        const args = argumentsOf(messages);
        expect(await encodedBy(patched(), args, version)).toBe(
          await encodedBy(original, args, version),
        );
      }),
      { numRuns: 60 },
    );
    vi.useRealTimers();
  });

  it.each([
    ["a null value", { key: "k", value: null, headers: {} }],
    ["bytes", { key: Buffer.from([0xff]), value: Buffer.from([0xfe]), headers: {} }],
    ["no headers", { key: "k", value: "v" }],
    ["headers of several values", { key: "k", value: "v", headers: { one: ["a", "b"] } }],
    ["a timestamp", { key: "k", value: "v", headers: {}, timestamp: "1700000000000" }],
  ])("leaves %s to kafkajs", async (_, one) => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ["Date"] });
    const args = argumentsOf([[one, { key: "k", value: "v", headers: { name: "text" } }]]);
    expect(await encodedBy(patched(), args)).toBe(await encodedBy(original, args));
    vi.useRealTimers();
  });

  it("leaves another version of kafkajs alone", () => {
    expect(patched("2.2.5").protocol).toBe(original.protocol);
  });
});

it("the kafkajs that is installed is the one that the patches know", () => {
  expect([isIdleLoopPatched, isProduceRequestPatched]).toEqual([true, true]);
});
