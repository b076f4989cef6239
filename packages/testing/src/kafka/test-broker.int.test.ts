import { connect } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { createTestTopicName, describeKafka, testBroker } from "../index.ts";

describeKafka("testBroker", () => {
  it("answers on the address that it gives", async () => {
    const broker = testBroker();
    if ("skipped" in broker) throw new Error(broker.skipped);
    const [host, port] = broker.brokers[0]?.split(":") ?? [];
    const socket = connect({ host: host ?? "", port: Number(port) });
    await expect(once(socket, "connect")).resolves.toEqual([]);
    socket.destroy();
  });

  it("names topics by their file, each differently", () => {
    const [first, second] = [createTestTopicName(), createTestTopicName()];
    expect(first).toMatch(/^test\.test-broker\.[0-9a-f]{12}$/);
    expect(second).not.toBe(first);
  });
});
