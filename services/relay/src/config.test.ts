import { ConfigurationError } from "@shipment-tracking/runtime";
import { expect, test } from "vitest";
import { loadRelayConfig } from "./config.ts";

const databaseUrl = "postgres://relay:secret@127.0.0.1:5432/tracking";

test("the database's address and the brokers are all that must be given", () => {
  const env = { RELAY_DATABASE_URL: databaseUrl, KAFKA_BROKERS: "127.0.0.1:9092" };
  expect(loadRelayConfig(env)).toEqual({
    databaseUrl,
    kafka: {
      brokers: ["127.0.0.1:9092"],
      topic: "shipment-tracking.events",
      ssl: false,
      sasl: null,
    },
    healthHost: "127.0.0.1",
    healthPort: 9003,
    logLevel: "info",
  });
});

test.each([
  [{ KAFKA_BROKERS: "127.0.0.1:9092" }, /^RELAY_DATABASE_URL is missing: set it .+ to .+\.$/],
  [{ RELAY_DATABASE_URL: databaseUrl }, /^KAFKA_BROKERS is missing: set it to the addresses .+\.$/],
])("without one of them, given %o, a sentence names it", (env, sentence) => {
  expect(() => loadRelayConfig(env)).toThrow(ConfigurationError);
  expect(() => loadRelayConfig(env)).toThrow(sentence);
});
