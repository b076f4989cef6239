import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTestTopicName, describeKafka, testBroker } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startArchivedServer, type ArchivedServer } from "./support/archived-server.ts";
import { keyClient, signIn, type Client } from "./support/client.ts";
import { CommandWriter, type Written } from "./support/command-writer.ts";
import { makeDataDir, readDemo, startInstance, type Instance } from "./support/instance.ts";
import { runTracking } from "./support/tracking.ts";

/** The drill of docs/operations.md, "Backup and restore". */
interface Drill {
  readonly kafka: Readonly<Record<string, string>> | null;
  /** All that is archived comes back, or only what was there before a mistake that is archived, too. */
  readonly until: "the end of the archive" | "the moment before a mistake";
}

function drill(options: () => Drill): void {
  const dataDir = makeDataDir();
  let plan: Drill;
  let server: ArchivedServer;
  let instance: Instance | undefined;
  let kept: readonly Written[];
  let lost: readonly Written[];
  let token: string;
  let moment: string;

  const serviceDir = join(dataDir.path, "service");
  const startService = async (): Promise<void> => {
    instance = startInstance({
      dataDir: serviceDir,
      arguments: ["--no-simulator"],
      env: { DATABASE_URL: server.url, ...plan.kafka },
    });
    await instance.ready();
  };
  const clients = async (): Promise<{ dispatcher: Client; integrator: Client }> => {
    const demo = readDemo(serviceDir);
    const [tenant] = demo.tenants;
    if (tenant === undefined) throw new Error("no demo tenant");
    const dispatcher = await signIn(demo, tenant.dispatcher);
    return { dispatcher, integrator: keyClient(demo, tenant.apiKey) };
  };
  const tokenOf = async (dispatcher: Client, shipmentId: string): Promise<string> =>
    (await dispatcher.send("POST", `/shipments/${shipmentId}/share`)).json.trackingToken;
  const asOwner = (args: readonly string[]) =>
    runTracking(args, { DATABASE_URL: server.url, DATA_DIR: serviceDir });

  beforeAll(async () => {
    plan = options();
    server = await startArchivedServer(dataDir.path);
    await startService();
  }, 180_000);

  afterAll(async () => {
    instance?.kill("SIGTERM");
    await instance?.exited;
    await server.stop();
    dataDir.remove();
  });

  it("a backup is taken while the service writes, and the log archived", async () => {
    const { dispatcher } = await clients();
    const writer = new CommandWriter(dispatcher);
    const load = writer.run();
    await writer.reached(10);
    await server.takeBackup();
    await writer.reached(writer.written.length + 10);
    writer.stop();
    await load;
    token = await tokenOf(dispatcher, writer.written[0]?.shipmentId ?? "");
    kept = [...writer.written];
    moment = await server.now();
    expect(kept.length).toBeGreaterThanOrEqual(20);
    if (plan.until === "the end of the archive") await server.archiveNow();
  });

  it("a future is lost: commands that no archive has, or a mistake with all that followed it", async () => {
    const { dispatcher } = await clients();
    const writer = new CommandWriter(dispatcher);
    await writer.scan(kept[0]?.shipmentId ?? "", "Lost City");
    for (let round = 0; round < 5; round += 1) await writer.step();
    lost = [...writer.written];
    expect(lost.length).toBeGreaterThanOrEqual(5);
    if (plan.kafka !== null) await untilPublished();
    if (plan.until === "the moment before a mistake") {
      await server.query("delete from write.shipment_facts");
      await server.archiveNow();
    }
    // the disaster: everything dies at once, and the disk of the database with it
    instance?.kill("SIGKILL");
    await server.destroy();
    await instance?.exited;
  });

  it("the restored database holds every command answered before, and none of the lost future", async () => {
    await server.restore(plan.until === "the end of the archive" ? {} : { upTo: moment });
    expect(await asOwner(["migrate", "--json"])).toMatchObject({ code: 0, err: "" });
    expect(await asOwner(["restored", "--json"])).toMatchObject({ code: 0, err: "" });
    const log = await server.query<{ position: string; stream_id: string }>(
      "select part || '.' || pos as position, stream_id from write.event_log",
    );
    const streamAt = new Map(log.map(({ position, stream_id }) => [position, stream_id]));
    for (const { position, shipmentId } of kept) expect(streamAt.get(position)).toBe(shipmentId);
    expect(lost.filter((one) => streamAt.get(one.position) === one.shipmentId)).toEqual([]);
    // positions 1, 2, 3… up to the head in each part
    const holes = await server.query(`
      select heads.part
      from write.log_head as heads
      left join write.event_log as log on log.part = heads.part
      group by heads.part, heads.pos
      having count(log.pos) <> heads.pos or coalesce(max(log.pos), 0) <> heads.pos`);
    expect(holes).toEqual([]);
  });

  it("the service starts on it, and readers see what was kept and what comes new at the lost positions", async () => {
    await startService();
    const { dispatcher, integrator } = await clients();
    const [first] = kept;
    if (first === undefined) throw new Error("nothing was kept");
    // the key that seals tracking tokens was saved beside the database
    expect(await tokenOf(dispatcher, first.shipmentId)).toBe(token);
    for (const shipmentId of new Set(kept.map((one) => one.shipmentId))) {
      const answer = await integrator.send("GET", `/v1/shipments/${shipmentId}`);
      expect(answer.status, answer.text).toBe(200);
      const cities = answer.json.tracking.map(({ city }: { city: string }) => city);
      expect(cities).toEqual(expect.arrayContaining(citiesOf(kept, shipmentId)));
    }
    for (const one of lost.filter(({ city }) => city === null)) {
      expect((await integrator.send("GET", `/v1/shipments/${one.shipmentId}`)).status).toBe(404);
    }
    const timeline = await scanAndRead({ dispatcher, integrator }, "Found City");
    expect(timeline).not.toContain("Lost City");
    const [found] = await server.query<{ position: string }>(`
      select part || '.' || pos as position
      from write.event_log
      where data::text like '%Found City%'`);
    expect(found?.position).toBe(lost[0]?.position);
  });

  it("the read tables are the fold of the restored log, by digest and by count", async () => {
    const checked = await asOwner(["rebuild", "--check", "--json"]);
    expect(checked).toMatchObject({ code: 0, err: "" });
    const [counts] = await server.query<{ written: number; shown: number }>(`
      select (select count(*)::integer from write.shipments) as written,
        (select count(*)::integer from read.shipments) as shown`);
    expect(counts?.shown).toBe(counts?.written);
    expect(counts?.shown).toBeGreaterThan(10);
  });

  it("records of the lost future in the topic are not believed, and the new log is published", async ({
    skip,
  }) => {
    if (plan.kafka === null) skip("without Kafka");
    await untilPublished();
    const serviceLog = () => readFileSync(join(serviceDir, "logs", "service.log"), "utf8");
    await expect
      .poll(serviceLog, { timeout: 60_000 })
      .toContain("A message of the topic is ignored: it belongs to another log");
    const { dispatcher, integrator } = await clients();
    const timeline = await scanAndRead({ dispatcher, integrator }, "Next City");
    expect(timeline).not.toContain("Lost City");
    await untilPublished();
    expect(await asOwner(["rebuild", "--check", "--json"])).toMatchObject({ code: 0, err: "" });
  });

  /** The first shipment's answer once it shows the scan. */
  async function scanAndRead(
    { dispatcher, integrator }: { dispatcher: Client; integrator: Client },
    city: string,
  ): Promise<string> {
    const shipmentId = kept[0]?.shipmentId ?? "";
    const writer = new CommandWriter(dispatcher);
    await writer.scan(shipmentId, city);
    const path = `/v1/shipments/${shipmentId}`;
    const headers = { "x-min-position": writer.written[0]?.position ?? "" };
    const read = async () => (await integrator.send("GET", path, undefined, headers)).text;
    await expect.poll(read, { timeout: 30_000 }).toContain(city);
    return await read();
  }

  /** The brokers have acknowledged all that the log holds now. */
  async function untilPublished(): Promise<void> {
    const behind = async (): Promise<number> => {
      const [row] = await server.query<{ behind: number }>(`
        select sum(heads.pos - coalesce(published.pos, 0))::integer as behind
        from write.log_head as heads
        left join write.relay_positions as published on published.part = heads.part
        and published.log_id = (select log_identity.id from write.log_identity)`);
      return row?.behind ?? Number.NaN;
    };
    await expect.poll(behind, { timeout: 60_000, interval: 100 }).toBe(0);
  }
}

function citiesOf(written: readonly Written[], shipmentId: string): string[] {
  return written.flatMap((one) =>
    one.shipmentId === shipmentId && one.city !== null ? [one.city] : [],
  );
}

describe("a restore up to the moment before a mistake", { timeout: 180_000 }, () => {
  drill(() => ({ kafka: null, until: "the moment before a mistake" }));
});

describeKafka("a restore up to the end of the archive, with a topic that knows more", () => {
  drill(() => {
    const broker = testBroker();
    if ("skipped" in broker) throw new Error(broker.skipped);
    const KAFKA_BROKERS = broker.brokers.join(",");
    const kafka = { KAFKA_BROKERS, KAFKA_TOPIC: createTestTopicName() };
    return { kafka, until: "the end of the archive" };
  });
});
