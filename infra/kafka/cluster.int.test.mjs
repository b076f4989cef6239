import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeLocalKafka, startLocalKafka } from "@shipment-tracking/testing";
import { afterEach, expect, it, vi } from "vitest";
import { readBrokerIds } from "./metadata-request.mjs";
import { commandLineOf, isAlive } from "./process-table.mjs";

const cleanUps = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function scratchDir() {
  const dir = mkdtempSync(join(tmpdir(), "shipment-tracking-kafka-test-"));
  cleanUps.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function start(options) {
  const kafka = await startLocalKafka(options);
  cleanUps.push(() => kafka.stop().catch(() => undefined));
  return kafka;
}

const portOf = (kafka, id = 1) => Number(kafka.brokers[id - 1].split(":")[1]);

function storageIdOf(dir) {
  const text = readFileSync(join(dir, "node-1", "data", "meta.properties"), "utf8");
  return /^directory\.id=(.*)$/m.exec(text)[1];
}

// several starts of a JVM each, 3 s on an idle machine
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

describeLocalKafka("a local Kafka", () => {
  it("survives a pause and a kill with what it stored; after a wipe it begins anew", async () => {
    const dir = scratchDir();
    const kafka = await start({ dir });
    const port = portOf(kafka);
    expect(await readBrokerIds(port)).toEqual([1]);
    const stored = storageIdOf(dir);
    await kafka.node(1).pause();
    await expect(readBrokerIds(port, 300)).rejects.toThrow("no answer");
    await kafka.node(1).resume();
    await vi.waitFor(async () => expect(await readBrokerIds(port)).toEqual([1]), 10_000);
    await kafka.node(1).kill();
    await expect(readBrokerIds(port)).rejects.toThrow("ECONNREFUSED");
    await kafka.node(1).start();
    expect(await readBrokerIds(port)).toEqual([1]);
    expect(storageIdOf(dir)).toBe(stored);
    await kafka.node(1).wipe();
    await kafka.node(1).start();
    expect(await readBrokerIds(port)).toEqual([1]);
    expect(storageIdOf(dir)).not.toBe(stored);
  });

  it("that was left behind by kill -9 of its holder and watcher is removed by the next start", async () => {
    const dir = scratchDir();
    const killed = await start({ dir });
    const [pid] = killed.pids;
    process.kill(watcherOf(pid), "SIGKILL");
    process.kill(killed.controlPid, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(killed.controlPid)).toBe(false), 10_000);
    expect(isAlive(pid)).toBe(true);
    const next = await start({ dir });
    expect(isAlive(pid)).toBe(false);
    expect(next.brokers).toEqual(killed.brokers);
  });

  it("refuses a directory in use, and data of another version; takes another port when its own is taken", async () => {
    const dir = scratchDir();
    const first = await start({ dir });
    await expect(start({ dir })).rejects.toThrow(
      `${dir} is in use by process ${String(first.controlPid)}`,
    );
    await first.stop();
    const other = first.version === "4.3.1" ? "3.9.2" : "4.3.1";
    await expect(start({ dir, version: other })).rejects.toThrow(
      `belong to Kafka ${first.version} with 1 node(s), not to ${other}`,
    );
    await occupy(portOf(first));
    const second = await start({ dir });
    expect(second.brokers).not.toEqual(first.brokers);
    expect(await readBrokerIds(portOf(second))).toEqual([1]);
  });

  it("of three nodes answers with all three", async () => {
    const kafka = await start({ nodes: 3 });
    for (const id of [1, 2, 3]) expect(await readBrokerIds(portOf(kafka, id))).toEqual([1, 2, 3]);
  });
});

async function occupy(port) {
  const server = createServer();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)));
}

/** The shell that waits for the end of the JVM's holder. */
function watcherOf(pid) {
  const pids = execFileSync("ps", ["-eo", "pid="], { encoding: "utf8" }).trim().split(/\s+/);
  return Number(pids.find((one) => commandLineOf(one).trimEnd().endsWith(`kafka-watcher ${pid}`)));
}
