import { describe, expect, it } from "vitest";
import { skipReason } from "./find-broker.ts";
import { wantedBy } from "./kafka-setup.ts";

describe("wantedBy", () => {
  it("starts the shared broker only for files that name it", () => {
    expect(wantedBy(["describe('x')", "describeKafka('y')"])).toBe("broker");
    expect(wantedBy(["const broker = testBroker();"])).toBe("broker");
    expect(wantedBy(["describe('Kafka')", "createTestDatabase()"])).toBe(null);
  });

  it("starts none for files that bring up their own", () => {
    expect(wantedBy(["describeLocalKafka('x', () => startLocalKafka())"])).toBe("own brokers");
    expect(wantedBy(["describeLocalKafka('x')", "describeKafka('y')"])).toBe("broker");
  });
});

describe("skipReason", () => {
  const noContainer = "no Docker engine answers";
  const localReason = "Maven is not installed.";

  it("names the three ways to get a broker when none is there", () => {
    expect(skipReason({ failures: [], noContainer, localReason })).toBe(
      "no Kafka: KAFKA_BROKERS is not set; no Docker engine answers; Maven is not installed.",
    );
  });

  it("says what failed when one should have worked", () => {
    const failures = ["Apache Kafka 4.3.1 could not be downloaded (unknown host)."];
    expect(skipReason({ failures, noContainer, localReason: null })).toBe(failures[0]);
  });
});
