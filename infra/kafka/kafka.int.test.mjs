import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeLocalKafka } from "@shipment-tracking/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readBrokerIds } from "./metadata-request.mjs";
import { isAlive } from "./process-table.mjs";

const script = fileURLToPath(new URL("kafka.mjs", import.meta.url));
const cleanUps = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** `npm run kafka` with a data directory of its own. */
function runScript({ args = [], env = {} } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "shipment-tracking-kafka-test-"));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (text) => (output[name] += text));
  const closed = once(child, "close");
  cleanUps.push(async () => {
    child.kill("SIGTERM");
    await closed;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { child, closed, output, dataDir };
}

async function untilAnswering({ output }) {
  await vi.waitFor(() => expect(output.stdout).toContain("KAFKA_BROKERS="), 120_000);
  return Number(/^KAFKA_BROKERS=127\.0\.0\.1:(\d+)\n$/.exec(output.stdout)[1]);
}

const jvmOf = ({ dataDir }) =>
  Number(readFileSync(join(dataDir, "kafka", "node-1", "pid"), "utf8"));

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

describeLocalKafka("npm run kafka", () => {
  it("prints KAFKA_BROKERS when it answers, and ends with its broker at Ctrl-C", async () => {
    const run = runScript();
    const port = await untilAnswering(run);
    expect(await readBrokerIds(port)).toEqual([1]);
    const jvm = jvmOf(run);
    run.child.kill("SIGINT");
    expect(await run.closed).toEqual([0, null]);
    expect(isAlive(jvm)).toBe(false);
  });

  it("ends at SIGTERM while it still starts", async () => {
    const run = runScript();
    await vi.waitFor(() => expect(jvmOf(run)).toBeGreaterThan(0), 60_000);
    const jvm = jvmOf(run);
    run.child.kill("SIGTERM");
    expect(await run.closed).toEqual([0, null]);
    expect(isAlive(jvm)).toBe(false);
    expect(run.output.stdout).toBe("");
  });

  it("leaves no broker behind when it is killed", async () => {
    const run = runScript();
    await untilAnswering(run);
    const jvm = jvmOf(run);
    run.child.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(jvm)).toBe(false), 20_000);
  });

  it("says that the broker ended by itself", async () => {
    const run = runScript();
    await untilAnswering(run);
    process.kill(jvmOf(run), "SIGKILL");
    expect(await run.closed).toEqual([1, null]);
    expect(run.output.stderr).toContain("Node 1 has ended by itself.");
  });
});

// names describeLocalKafka above: without Java the file still runs, and these two are what it is for
describe("npm run kafka, when it cannot", () => {
  it("says what is missing", async () => {
    const run = runScript({ env: { PATH: "/nonexistent", JAVA_HOME: "" } });
    expect(await run.closed).toEqual([1, null]);
    expect(run.output).toEqual({
      stdout: "",
      stderr:
        "Java is not installed (no `java` on the PATH, no JAVA_HOME). Install Java 17 or newer and Maven.\n",
    });
  });

  it("names a JAVA_HOME without Java", async () => {
    const run = runScript({ env: { JAVA_HOME: "/nonexistent" } });
    expect(await run.closed).toEqual([1, null]);
    expect(run.output.stderr).toBe(
      "There is no Java in JAVA_HOME, /nonexistent. Correct or unset it.\n",
    );
  });

  it("says how it is used", async () => {
    const run = runScript({ args: ["--nodes", "2"] });
    expect(await run.closed).toEqual([1, null]);
    expect(run.output.stderr).toContain("--nodes is 1 or 3. Use: npm run kafka -- [--nodes 1|3]");
  });
});
