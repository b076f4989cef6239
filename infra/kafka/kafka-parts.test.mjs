import { describe, expect, it } from "vitest";
import { failure } from "./fetch-jars.mjs";
import { majorOf } from "./find-tools.mjs";
import { brokerIdsOf } from "./metadata-request.mjs";
import { serverProperties } from "./server-properties.mjs";

describe("majorOf", () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['java version "1.8.0_402"', 8],
    ['openjdk version "21-ea" 2023-09-19', 21],
    ["Error: could not find libjvm", null],
  ])("reads %s", (output, major) => {
    expect(majorOf(output)).toBe(major);
  });
});

describe("failure", () => {
  it("gives Maven's first error and the remedy", () => {
    const lines = ["[INFO] x", "[ERROR] Could not resolve: unknown host", "[ERROR] more"];
    expect(failure("4.3.1", lines)).toMatch(
      /^Apache Kafka 4\.3\.1 could not be downloaded \(Could not resolve: unknown host\)\. Check/,
    );
  });
});

describe("brokerIdsOf", () => {
  it("reads every broker, with and without a rack", () => {
    const host = Buffer.from("\x00\x09127.0.0.1", "latin1");
    const int32 = (value) => Buffer.from([0, 0, value >> 8, value & 255]);
    const broker = (id, rack) => Buffer.concat([int32(id), host, int32(9092), rack]);
    const noRack = Buffer.from([255, 255]);
    const rack = Buffer.from("\x00\x01a", "latin1");
    const answer = Buffer.concat([
      int32(0),
      int32(1),
      int32(2),
      broker(3, rack),
      broker(1, noRack),
      int32(1),
      int32(0),
    ]);
    expect(brokerIdsOf(answer)).toEqual([1, 3]);
  });
});

describe("serverProperties", () => {
  const ports = [1, 2, 3].map((id) => ({ broker: 9000 + id, controller: 9100 + id }));
  const of = (options) => serverProperties({ id: 1, version: "4.3.1", dataDir: "/d", ...options });

  it("listens on this machine only", () => {
    const properties = of({ ports: ports.slice(0, 1) });
    expect(properties).toContain(
      "\nlisteners=PLAINTEXT://127.0.0.1:9001,CONTROLLER://127.0.0.1:9101\n",
    );
    expect(properties).not.toMatch(/0\.0\.0\.0|=PLAINTEXT:\/\/:/);
  });

  it("keeps two of three copies in step, one of one", () => {
    expect(of({ ports })).toMatch(/^min\.insync\.replicas=2$/m);
    expect(of({ ports })).toMatch(/^offsets\.topic\.replication\.factor=3$/m);
    expect(of({ ports: ports.slice(0, 1) })).toMatch(/^min\.insync\.replicas=1$/m);
  });

  it("names settings of the share coordinator only where they exist", () => {
    expect(of({ ports })).toContain("share.coordinator");
    expect(of({ ports, version: "3.9.2" })).not.toContain("share.coordinator");
  });
});
