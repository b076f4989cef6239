import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { locateBinaries } from "./binaries.ts";
import {
  ask,
  nativeDir,
  removeTemplate,
  scratchCluster,
  type ScratchCluster,
  type ScratchOptions,
} from "./fixtures/scratch-cluster.ts";
import { acquireDataDirLock, EmbeddedPostgresError } from "./index.ts";

const clusters: ScratchCluster[] = [];

async function scratch(options?: ScratchOptions): Promise<ScratchCluster> {
  const cluster = await scratchCluster(options);
  clusters.push(cluster);
  return cluster;
}

afterEach(async () => {
  await Promise.all(clusters.splice(0).map((cluster) => cluster.remove()));
});

afterAll(removeTemplate);

describe("startEmbeddedPostgres", () => {
  it("makes a UTF-8 cluster, answers on the loopback address only, and stops", async () => {
    const cluster = await scratch({ empty: true });
    const server = await cluster.start();
    const rows = await ask(
      server.url,
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets, current_setting('port')::int as port`,
    );
    expect(rows).toEqual([
      { encoding: "UTF8", addresses: "127.0.0.1", sockets: "", port: server.port },
    ]);
    await server.stop();
    await server.stop();
    expect(await server.exited).toBe(0);
    await expect(ask(server.url, "select 1")).rejects.toThrow("ECONNREFUSED");
  });

  it.runIf(locateBinaries(nativeDir).major >= 17)(
    "has the case rules of Unicode on every machine, where PostgreSQL brings them",
    async () => {
      const cluster = await scratch();
      const { url } = await cluster.start();
      expect(await ask(url, "select lower('ÀÉ') as lower")).toEqual([{ lower: "àé" }]);
    },
  );

  it("is durable unless asked otherwise", async () => {
    const cluster = await scratch();
    const server = await cluster.start({ settings: {} });
    const rows = await ask(
      server.url,
      "select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages",
    );
    expect(rows).toEqual([{ fsync: "on", pages: "on" }]);
  });

  it("keeps the data over a restart, on another port, without making the cluster again", async () => {
    const cluster = await scratch();
    const first = await cluster.start();
    await ask(first.url, "create table kept as select 42 as answer");
    await first.stop();
    const said = cluster.progress.length;
    const second = await cluster.start();
    expect(await ask(second.url, "select kept.answer from kept")).toEqual([{ answer: 42 }]);
    expect(cluster.progress.slice(said)).toEqual([]);
  });

  it("asks for the password", async () => {
    const cluster = await scratch();
    const { url } = await cluster.start();
    const wrong = new URL(url);
    wrong.password = "wrong";
    await expect(ask(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  });

  it("says that a port is taken, and starts later in the same directory", async () => {
    const cluster = await scratch();
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, "127.0.0.1", () => {
        const address = holder.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
    await expect(cluster.start({ port })).rejects.toThrow(
      `Port ${String(port)} on 127.0.0.1 is taken`,
    );
    await new Promise((resolve) => holder.close(resolve));
    expect((await cluster.start({ port })).port).toBe(port);
  });

  it("refuses a second start on a directory that a living process uses", async () => {
    const cluster = await scratch();
    const server = await cluster.start();
    await expect(cluster.start()).rejects.toThrow(`is in use by process ${String(process.pid)}`);
    expect(await ask(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("names both versions when the cluster is of another major version", async () => {
    const cluster = await scratch();
    const server = await cluster.start();
    await server.stop();
    await writeFile(join(server.clusterDir, "PG_VERSION"), "14\n");
    await expect(cluster.start()).rejects.toThrow(
      /PostgreSQL 14, this installation brings PostgreSQL \d\d/,
    );
  });

  it("tells a bad setting by PostgreSQL's own words", async () => {
    const cluster = await scratch();
    await expect(cluster.start({ settings: { shared_buffers: "many" } })).rejects.toThrow(
      'invalid value for parameter "shared_buffers": "many"',
    );
  });

  it("says that a data directory cannot be made", async () => {
    const cluster = await scratch({ empty: true });
    const file = join(cluster.dataDir, "file");
    await writeFile(file, "");
    const start = cluster.start({ dataDir: join(file, "below") });
    await expect(start).rejects.toThrow(EmbeddedPostgresError);
    await expect(start).rejects.toThrow("set DATA_DIR to another directory");
  });

  it("says how to get missing binaries", async () => {
    const cluster = await scratch({ empty: true });
    const nothing = join(cluster.dataDir, "package", "native");
    await expect(cluster.start({ nativeDir: nothing })).rejects.toThrow("npm ci");
  });

  it.runIf(process.getuid?.() === 0)(
    "keeps the cluster of a root whose directories are closed elsewhere, and their modes as they were",
    async () => {
      const cluster = await scratch({ empty: true, mode: 0o700 });
      const first = await cluster.start();
      expect(first.clusterDir).not.toContain(cluster.dataDir);
      expect(cluster.progress.join()).toContain(`the database is kept in ${first.clusterDir}`);
      await ask(first.url, "create table kept as select 7 as answer");
      await first.stop();
      const second = await cluster.start();
      expect(await ask(second.url, "select kept.answer from kept")).toEqual([{ answer: 7 }]);
      expect((await stat(cluster.dataDir)).mode & 0o777).toBe(0o700);
      const pointer = await readFile(join(cluster.dataDir, "cluster-location"), "utf8");
      expect(pointer.trim()).toBe(second.clusterDir);
    },
  );

  it.each([0o755, 0o700])(
    "starts with an empty database when a data directory (mode %o) was removed and made again",
    async (mode) => {
      const cluster = await scratch({ empty: true, mode });
      const first = await cluster.start();
      await first.stop();
      await rm(cluster.dataDir, { recursive: true });
      await mkdir(cluster.dataDir, { mode });
      const second = await cluster.start({ password: "another" });
      expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
    },
  );

  it("works inside the caller's own lock on the same directory", async () => {
    const cluster = await scratch();
    const lock = acquireDataDirLock(cluster.dataDir);
    const server = await cluster.start();
    expect(await ask(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    lock.release();
  });
});
