import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ConfigurationError } from "./configuration-error.ts";
import { kafkaConnection } from "./kafka-settings.ts";
import { type Environment, loadConfig } from "./load-config.ts";
import { settings } from "./settings.ts";

const schema = z.object({ ...settings.kafka() });

function read(env: Environment): ReturnType<typeof kafkaConnection> {
  return kafkaConnection(loadConfig(schema, env));
}

describe("the settings of Kafka", () => {
  test("are none without brokers, whatever the topic", () => {
    expect(read({})).toBeNull();
    expect(read({ KAFKA_BROKERS: "", KAFKA_TOPIC: "events" })).toBeNull();
  });

  test("need the brokers only", () => {
    expect(read({ KAFKA_BROKERS: "kafka-1:9092, 10.0.0.2:19092,[::1]:9092" })).toEqual({
      brokers: ["kafka-1:9092", "10.0.0.2:19092", "[::1]:9092"],
      topic: "shipment-tracking.events",
      ssl: false,
      sasl: null,
    });
  });

  test("can name the topic, TLS and a user", () => {
    const sasl = { mechanism: "scram-sha-512", username: "tracking", password: "p:a,s s" } as const;
    expect(
      read({
        KAFKA_BROKERS: "kafka:9093",
        KAFKA_TOPIC: "acme.events_2",
        KAFKA_SSL: "true",
        KAFKA_SASL_MECHANISM: sasl.mechanism,
        KAFKA_SASL_USERNAME: sasl.username,
        KAFKA_SASL_PASSWORD: sasl.password,
      }),
    ).toEqual({ brokers: ["kafka:9093"], topic: "acme.events_2", ssl: true, sasl });
  });

  test.each([
    ["KAFKA_BROKERS", "kafka"],
    ["KAFKA_BROKERS", "kafka:9092,"],
    ["KAFKA_BROKERS", "kafka:9092;other:9092"],
    ["KAFKA_BROKERS", "kafka:0"],
    ["KAFKA_BROKERS", "kafka:65536"],
    ["KAFKA_BROKERS", "kafka://kafka:9092"],
    ["KAFKA_BROKERS", "user@kafka:9092"],
    ["KAFKA_TOPIC", ".."],
    ["KAFKA_TOPIC", "a b"],
    ["KAFKA_TOPIC", "x".repeat(250)],
    ["KAFKA_SSL", "perhaps"],
    ["KAFKA_SASL_MECHANISM", "oauthbearer"],
  ])("%s=%s is refused with a sentence that names it", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigurationError);
    expect(() => read({ [name]: value })).toThrow(
      new RegExp(`^${name} is not valid: set it to .+\\.$`),
    );
  });

  test.each([
    [{ KAFKA_SASL_USERNAME: "u" }, "KAFKA_SASL_MECHANISM and KAFKA_SASL_PASSWORD are missing"],
    [
      { KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_PASSWORD: "secret" },
      "KAFKA_SASL_USERNAME is missing",
    ],
    [{ KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "u" }, "KAFKA_SASL_PASSWORD is missing"],
  ])("a user that is set by half is refused: %o", (env, sentence) => {
    const attempt = (): unknown => read({ KAFKA_BROKERS: "kafka:9092", ...env });
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(`${sentence}: set `);
    expect(attempt).not.toThrow("secret");
  });
});
