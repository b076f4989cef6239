import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { locateBinaries, prepareBinaries } from "./binaries.ts";
import {
  ask,
  nativeDir,
  removeTemplate,
  scratchCluster,
  type ScratchCluster,
} from "./fixtures/scratch-cluster.ts";
import { freePort } from "./free-port.ts";
import { locateCluster } from "./cluster-location.ts";
import { asUser } from "./os-user.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isAlive } from "./process-table.ts";

const clusters: ScratchCluster[] = [];
const children: ChildProcess[] = [];

async function scratch(): Promise<ScratchCluster> {
  const cluster = await scratchCluster();
  clusters.push(cluster);
  return cluster;
}

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(clusters.splice(0).map((cluster) => cluster.remove()));
});

afterAll(removeTemplate);

/** Another process that starts the cluster, as `npm start` would. */
async function startInChild(cluster: ScratchCluster): Promise<{ pid: number; url: string }> {
  const script = join(import.meta.dirname, "fixtures", "hold-open.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, cluster.dataDir, cluster.password],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  children.push(child);
  const [line] = await once(child.stdout, "data");
  return JSON.parse(String(line)) as { pid: number; url: string };
}

function killParent(): void {
  children.at(-1)?.kill("SIGKILL");
}

/** A server without a parent that would stop it, as a kill of the whole process group can leave it. */
async function leaveServerBehind(dataDir: string): Promise<number> {
  const quiet = (): void => undefined;
  const { clusterDir, osUser, copiesDir } = locateCluster(dataDir, quiet);
  const options = { user: osUser, copiesDir, onProgress: quiet };
  const { directory } = prepareBinaries(locateBinaries(nativeDir), options);
  const postgres = join(directory, "bin", "postgres");
  const port = String(await freePort(0));
  const settings = [
    "-p",
    port,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
  ];
  const child = spawn(postgres, ["-D", clusterDir, ...settings], {
    ...asUser(osUser),
    cwd: clusterDir,
    detached: true,
    stdio: "ignore",
  });
  children.push(child);
  return vi.waitFor(() => {
    const file = readPostmasterFile(clusterDir);
    if (file?.state !== "ready") throw new Error("not ready yet");
    return file.pid;
  }, 10_000);
}

describe("after a crash", () => {
  it("the server of a killed parent ends by itself", async () => {
    const { pid } = await startInChild(await scratch());
    expect(isAlive(pid)).toBe(true);
    killParent();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  });

  it("the next start finds the data, however soon after the kill it comes", async () => {
    const cluster = await scratch();
    const killed = await startInChild(cluster);
    await ask(killed.url, "create table kept as select 1 as answer");
    killParent();
    await vi.waitFor(() => expect(isAlive(children.at(-1)?.pid ?? 0)).toBe(false), 10_000);
    const server = await cluster.start();
    expect(server.pid).not.toBe(killed.pid);
    expect(await ask(server.url, "select kept.answer from kept")).toEqual([{ answer: 1 }]);
  });

  it("the next start stops a server that was left behind", async () => {
    const cluster = await scratch();
    const first = await cluster.start();
    await ask(first.url, "create table kept as select 2 as answer");
    await first.stop();
    const left = await leaveServerBehind(cluster.dataDir);
    const server = await cluster.start();
    expect(cluster.progress.at(-1)).toContain(`Stopping the database server ${String(left)}`);
    expect(await ask(server.url, "select kept.answer from kept")).toEqual([{ answer: 2 }]);
  });

  it("a stale pid file with the number of another program harms neither", async () => {
    const cluster = await scratch();
    const first = await cluster.start();
    await first.stop();
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    children.push(other);
    const lines = [other.pid, first.clusterDir, 0, first.port, "", "127.0.0.1", "", "ready"];
    await writeFile(join(first.clusterDir, "postmaster.pid"), `${lines.join("\n")}\n`);
    const second = await cluster.start();
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(isAlive(other.pid ?? 0)).toBe(true);
    expect(other.exitCode).toBe(null);
  });

  it("a server that dies is reported, and the next start recovers its data", async () => {
    const cluster = await scratch();
    const first = await cluster.start({ settings: {} });
    await ask(first.url, "create table kept as select 3 as answer");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toBe(null);
    const second = await cluster.start();
    expect(await ask(second.url, "select kept.answer from kept")).toEqual([{ answer: 3 }]);
  });
});
