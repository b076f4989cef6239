import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createTestTopicName, describeKafka, testBroker } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { arrivalsOf } from "./support/arrivals.ts";
import { keyClient, signIn } from "./support/client.ts";
import { makeDataDir, readDemo, startInstance, type Instance } from "./support/instance.ts";

let dataDir: ReturnType<typeof makeDataDir>;
let instance: Instance;
let healthPort: number;

describeKafka("npm start with KAFKA_BROKERS", () => {
  beforeAll(async () => {
    const broker = testBroker();
    if ("skipped" in broker) throw new Error(broker.skipped);
    dataDir = makeDataDir();
    healthPort = await freePort();
    instance = startInstance({
      dataDir: dataDir.path,
      arguments: ["--no-simulator"],
      env: {
        KAFKA_BROKERS: broker.brokers.join(","),
        KAFKA_TOPIC: createTestTopicName(),
        HEALTH_PORT: String(healthPort),
      },
    });
    await instance.ready();
  }, 120_000);

  afterAll(async () => {
    instance.kill("SIGKILL");
    await instance.exited;
    dataDir.remove();
  });

  it("publishes the log, reads it from the topic, and shows commands to readers", async () => {
    await expect
      .poll(metrics, { timeout: 60_000, interval: 500 })
      .toContain('log_consumer_source{consumer="projector",source="kafka"} 1');
    const demo = readDemo(dataDir.path);
    const [tenant] = demo.tenants;
    if (tenant === undefined) throw new Error("no demo tenant");
    const dispatcher = await signIn(demo, tenant.dispatcher);
    const integrator = keyClient(demo, tenant.apiKey);
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    expect(created.status).toBe(201);
    await expect
      .poll(async () => (await integrator.send("GET", "/v1/shipments?limit=1")).json[0]?.id, {
        timeout: 10_000,
      })
      .toBe(created.json.shipment.id);
    const shown = await metrics();
    for (const name of [
      'log_consumer_records_total{consumer="projector",source="kafka"}',
      "relay_published_records_total",
      'log_announcements_heard_total{consumer="relay"}',
      'log_announcements_heard_total{consumer="projector"}',
    ]) {
      expect(valueOf(shown, name), name).toBeGreaterThan(0);
    }
    expect(valueOf(shown, "relay_lost_topic_records_total")).toBe(0);
  }, 120_000);

  it("makes webhooks of the topic's records and delivers them, signed", async () => {
    await expect
      .poll(metrics, { timeout: 60_000, interval: 500 })
      .toContain('log_consumer_source{consumer="webhooks",source="kafka"} 1');
    const read = 'log_consumer_records_total{consumer="webhooks",source="kafka"}';
    const before = valueOf(await metrics(), read);
    const demo = readDemo(dataDir.path);
    const [tenant] = demo.tenants;
    if (tenant === undefined) throw new Error("no demo tenant");
    const dispatcher = await signIn(demo, tenant.dispatcher);
    const created = await dispatcher.send("POST", "/shipments", { mode: "parcel" });
    const { id } = created.json.shipment;
    const cancelled = await dispatcher.send("POST", `/shipments/${id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    await expect
      .poll(() => arrivalsOf(demo, id), { timeout: 30_000, interval: 200 })
      .toEqual([{ status: "cancelled", sequence: 2, verified: true }]);
    expect(valueOf(await metrics(), read)).toBeGreaterThan(before);
  }, 120_000);

  it("stops in order when it is told to", async () => {
    instance.kill("SIGTERM");
    expect(await instance.exited).toEqual({ code: 0, signal: null });
    expect(instance.stderr()).not.toMatch(/^(?:error|fatal) /m);
  }, 30_000);
});

async function metrics(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${String(healthPort)}/metrics`);
  return await answer.text();
}

function valueOf(text: string, name: string): number {
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // a listening TCP server's address is an AddressInfo
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
