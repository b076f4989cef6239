import { setTimeout as delay } from "node:timers/promises";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import {
  isRebuilding,
  listGenerations,
  rebuild,
  type RebuildReport,
  rollBack,
} from "@shipment-tracking/read-model";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LiveSystem, startLiveSystem } from "./fixtures/live-system.ts";
import { runTracking } from "./fixtures/run-tracking.ts";
import { databaseLogSource } from "./rebuild-command.ts";

let db: TestDatabase;
let owner: Pool;
let system: LiveSystem;

beforeEach(async () => {
  db = await createTestDatabase();
  owner = createPool({
    url: db.urls.admin,
    applicationName: "test-rebuild",
    statementTimeoutMs: 60_000,
  });
  system = await startLiveSystem(db, 120);
});
afterEach(async () => {
  await system.stop();
  await owner.end();
  await db.drop();
});

describe("while everything runs", () => {
  test(
    "rebuilds and ways back are seen by nobody: no answer fails, none is behind an earlier one",
    { timeout: 180_000 },
    async () => {
      const traffic = startTraffic();
      const source = { log: databaseLogSource(owner), workers: 2 };
      const reports = [await rebuild(owner, source), await rebuild(owner, source)];
      const back = [await rollBack(owner, source), await rollBack(owner, source)];
      const seen = await traffic.stop();
      await system.caughtUp();
      expect(seen.faults).toEqual([]);
      // each side did enough to have been disturbed
      expect(seen.writes).toBeGreaterThan(20);
      expect(seen.fresh).toBeGreaterThan(0);
      expect(seen.polls).toBeGreaterThan(100);
      expect(reports.every(({ rows }) => rows > 200)).toBe(true);
      expect(back).toHaveLength(2);
      // quiet now: one more, verified against the log and equal to what the projectors made
      await rebuild(owner, source);
      expect(await differingTables()).toEqual([]);
      const states = (await listGenerations(owner)).map(({ state }) => state);
      expect(states).toEqual(["live", "previous", "dropped", "dropped"]);
      await expectNoErrorsButLocks();
    },
  );

  test("a reader that holds a table for long only delays the switch", async () => {
    const reader = await db.pool("api").connect();
    const started: Promise<RebuildReport>[] = [];
    try {
      const before = await liveTables();
      const switching = new Promise<void>((resolve) => {
        const onPhase = async (phase: string): Promise<void> => {
          if (phase !== "switch") return;
          await reader.query("begin; set local idle_in_transaction_session_timeout = 0");
          await reader.query("select count(*) from read.shipments");
          resolve();
        };
        started.push(rebuild(owner, { log: databaseLogSource(owner), workers: 1, onPhase }));
      });
      await switching;
      // others are not held up behind it
      for (let round = 0; round < 20; round += 1) {
        expect((await system.get("/shipments?limit=5")).status).toBe(200);
        await delay(30);
      }
      expect(await isRebuilding(owner)).toBe(true);
      expect(await liveTables()).toEqual(before);
      await reader.query("commit");
      expect((await started[0])?.attempts).toBeGreaterThan(1);
    } finally {
      reader.release(true);
      await Promise.allSettled(started);
    }
    expect((await system.get("/shipments?limit=5")).status).toBe(200);
  });
});

describe("a rebuild that is killed", () => {
  test.each([
    "rebuild.after-load",
    "rebuild.after-index",
    "rebuild.after-verify",
    "rebuild.before-rename",
    "rebuild.before-commit",
  ])("at %s leaves the live tables as they were, and the next one starts over", async (point) => {
    const before = await liveTables();
    const env = { DATABASE_URL: db.urls.admin };
    await runTracking(["rebuild"], { ...env, FAILPOINTS: `${point}=kill` });
    expect(await liveTables()).toEqual(before);
    const [shipment] = system.shipmentIds;
    if (shipment === undefined) throw new Error("no shipment");
    await system.scan(shipment);
    await system.caughtUp();
    const again = await runTracking(["rebuild", "--json"], env);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(await liveTables()).not.toEqual(before);
    const status = await runTracking(["rebuild", "--status"], env);
    expect(status.out).toMatch(/live .*\n.*failed .*interrupted\n.*previous /);
  });

  test("after the switch is rebuilt all the same, and --rollback works", async () => {
    const env = { DATABASE_URL: db.urls.admin };
    const before = await liveTables();
    await runTracking(["rebuild"], { ...env, FAILPOINTS: "rebuild.after-switch=kill" });
    expect(await liveTables()).not.toEqual(before);
    const back = await runTracking(["rebuild", "--rollback"], env);
    expect(back).toMatchObject({
      code: 0,
      out: expect.stringContaining("live ones again"),
      err: "",
    });
    expect(await liveTables()).toEqual(before);
    expect(await runTracking(["rebuild"], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining("equal the fold of the log"),
    });
  });
});

/** The tables behind the name `read`: they are other ones after a switch. */
async function liveTables(): Promise<readonly number[]> {
  const { rows } = await owner.query<{ oid: number }>({
    text: "select oid from pg_class where relnamespace = 'read'::regnamespace and relkind = 'r' order by 1",
  });
  return rows.map(({ oid }) => oid);
}

interface Seen {
  readonly faults: readonly string[];
  readonly writes: number;
  readonly polls: number;
  /** Writers' own polls that were answered in time with what they had written. */
  readonly fresh: number;
}

/** Writers and pollers at once, each poller checking its answers against what was there when it asked. */
function startTraffic(): { stop(): Promise<Seen> } {
  const faults: string[] = [];
  const state = { stopped: false, writes: 0, polls: 0, fresh: 0, faults, shipments: 120 };
  const [watched] = system.shipmentIds;
  if (watched === undefined) throw new Error("no shipment");
  let mostSeen = 0;
  const loop = async (work: () => Promise<void>): Promise<void> => {
    while (!state.stopped) {
      try {
        await work();
      } catch (error) {
        state.faults.push(String(error));
        return;
      }
    }
  };
  const expectAtLeast = (what: string, actual: number, least: number): void => {
    state.polls += 1;
    if (actual < least) state.faults.push(`${what}: ${String(actual)} after ${String(least)}`);
  };
  const poll = async (written?: { scans: number; position: string }): Promise<void> => {
    const before = mostSeen;
    const headers = written === undefined ? {} : { "x-min-position": written.position };
    const answer = await system.get(`/shipments/${watched}`, headers);
    if (answer.status !== 200) throw new Error(`shipment: ${String(answer.status)}`);
    const { length } = (answer.json as { tracking: unknown[] }).tracking;
    expectAtLeast("scans", length, before);
    mostSeen = Math.max(mostSeen, length);
    // whoever wrote sees it, unless a busy machine let the 2 s pass: the answer then says so
    if (written === undefined || posOf(answer.appliedPosition) < posOf(written.position)) return;
    expectAtLeast("own scans", length, written.scans);
    state.fresh += 1;
  };
  const pollList = async (): Promise<void> => {
    const least = state.shipments;
    const { status, json } = await system.get("/shipments?limit=200");
    if (status !== 200) throw new Error(`list: ${String(status)}`);
    const { length } = json as unknown[];
    expectAtLeast("shipments", length, Math.min(least, 200));
    state.shipments = Math.max(state.shipments, length);
    await delay(3);
  };
  const write = async (): Promise<void> => {
    const written = await system.scan(watched);
    state.writes += 1;
    await poll(written);
  };
  const grow = async (): Promise<void> => {
    await system.create(1);
    const any = system.shipmentIds[Math.trunc(Math.random() * 100) + 1];
    if (any !== undefined) await system.scan(any);
    await delay(30);
  };
  const loops = [loop(write), loop(() => poll()), loop(() => poll()), loop(pollList), loop(grow)];
  return {
    async stop() {
      state.stopped = true;
      await Promise.all(loops);
      return state;
    },
  };
}

function posOf(position: string | null): number {
  return Number(position?.split(".")[1]);
}

/** Tables of the live generation that are not row for row those of the kept one. */
async function differingTables(): Promise<readonly string[]> {
  const tables = {
    shipments: "*",
    shipment_timelines: "*",
    public_tracking: "*",
    api_keys: "*",
    tenants: "tenant_id, active, stream_version",
    positions: "consumer, part, pos, epoch",
    shipment_counts: "*",
  };
  const differing: string[] = [];
  for (const [table, columns] of Object.entries(tables)) {
    const rows = (schema: string) =>
      `select ${columns} from ${schema}.${table} ${table.endsWith("_counts") ? "where n <> 0" : ""}`;
    const { rowCount } = await owner.query({
      text: `(${rows("read")} except all ${rows("read_previous")})
        union all (${rows("read_previous")} except all ${rows("read")})`,
    });
    if (rowCount !== 0) differing.push(table);
  }
  return differing;
}

/** The switch gives way to readers: its own statements that gave up are the only errors. */
async function expectNoErrorsButLocks(): Promise<void> {
  const errors = await db.serverErrors();
  const own = /lock timeout|due to statement timeout/;
  expect(errors.filter((line) => !own.test(line))).toEqual([]);
}
