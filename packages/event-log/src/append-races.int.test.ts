import { randomUUID } from "node:crypto";
import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appendEvents, type AppendResult } from "./append.ts";
import { append, streamInPart, streamOf, versionOf } from "./new-streams.contract.ts";
import { fetchRecords } from "./postgres/fetch-records.ts";
import { readHeads, readPart, readStream } from "./read.ts";

let db: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("web");
});

afterAll(async () => {
  await db.drop();
});

interface OpenTransaction {
  readonly tx: Queryable;
  readonly pid: number;
  end(how: "commit" | "rollback"): Promise<void>;
}

/** A transaction that the test ends by hand. */
async function open(from: Pool): Promise<OpenTransaction> {
  const client = await from.connect();
  const ignore = () => undefined;
  client.on("error", ignore);
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return {
    tx: client,
    pid: rows[0]?.pid ?? 0,
    end: async (how) => {
      const failure = await client.query(how).then(
        () => undefined,
        (error: unknown) => error,
      );
      client.off("error", ignore);
      client.release(failure instanceof Error ? failure : undefined);
    },
  };
}

async function headOf(part: number): Promise<number> {
  return (await readHeads(pool)).get(part) ?? 0;
}

async function streamsAfter(
  part: number,
  afterPos: number,
): Promise<readonly (string | number)[][]> {
  const records = await readPart(pool, part, { afterPos, limit: 1_000 });
  return records.map(({ pos, streamId }) => [pos - afterPos, streamId]);
}

/** Resolves once `count` backends of this database wait for a lock. */
async function waitForBlocked(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await db.pool("admin").query<{ waiting: number }>({
      text: `
        select count(*)::int as waiting
        from pg_catalog.pg_stat_activity as activity
        where activity.datname = current_database()
          and activity.wait_event_type = 'Lock'`,
    });
    expect(rows[0]?.waiting).toBe(count);
  });
}

function appendedAt(streamId: string, part: number, pos: number): AppendResult {
  return { outcome: "appended", positions: [{ streamId, part, pos }] };
}

describe("a slow transaction that holds a position", () => {
  it("lets readers see neither a gap nor an inversion", async () => {
    const base = await headOf(5);
    const [slow, waiting] = [streamInPart(5), streamInPart(5)];
    const transaction = await open(pool);
    await appendEvents(transaction.tx, [streamOf(slow, { count: 2 })]);
    const second = append(pool, [streamOf(waiting)]);
    await waitForBlocked(1);
    expect(await streamsAfter(5, base)).toEqual([]);
    expect(await headOf(5)).toBe(base);
    await transaction.end("commit");
    expect(await second).toEqual(appendedAt(waiting, 5, base + 3));
    expect(await streamsAfter(5, base)).toEqual([
      [1, slow],
      [2, slow],
      [3, waiting],
    ]);
  });

  it("holds up no other part", async () => {
    const base = await headOf(6);
    const transaction = await open(pool);
    await appendEvents(transaction.tx, [streamOf(streamInPart(5))]);
    const free = streamInPart(6);
    expect(await append(pool, [streamOf(free)])).toEqual(appendedAt(free, 6, base + 1));
    expect(await streamsAfter(6, base)).toEqual([[1, free]]);
    await transaction.end("rollback");
  });

  it("leaves no gap when it rolls back", async () => {
    const base = await headOf(7);
    const waiting = streamInPart(7);
    const transaction = await open(pool);
    await appendEvents(transaction.tx, [streamOf(streamInPart(7), { count: 3 })]);
    const second = append(pool, [streamOf(waiting)]);
    await waitForBlocked(1);
    await transaction.end("rollback");
    expect(await second).toEqual(appendedAt(waiting, 7, base + 1));
    expect(await streamsAfter(7, base)).toEqual([[1, waiting]]);
  });

  it("leaves no gap when its backend is killed", async () => {
    const base = await headOf(8);
    const waiting = streamInPart(8);
    const transaction = await open(pool);
    await appendEvents(transaction.tx, [streamOf(streamInPart(8), { count: 3 })]);
    const second = append(pool, [streamOf(waiting)]);
    await waitForBlocked(1);
    await db.pool("admin").query({
      text: "select pg_terminate_backend($1)",
      values: [transaction.pid],
    });
    expect(await second).toEqual(appendedAt(waiting, 8, base + 1));
    expect(await streamsAfter(8, base)).toEqual([[1, waiting]]);
    await transaction.end("rollback");
  });
});

describe("an idle transaction elsewhere in the cluster", () => {
  it("stalls no reader, in another database or in this one", async () => {
    const other = await createTestDatabase();
    const idlers = await Promise.all([open(other.pool("admin")), open(db.pool("admin"))]);
    // a transaction id and a snapshot of its own: what pg_snapshot_xmin would wait for
    for (const { tx } of idlers) await tx.query({ text: "select pg_current_xact_id()" });
    const base = await headOf(9);
    const streamId = streamInPart(9);
    await append(pool, [streamOf(streamId)]);
    expect(await streamsAfter(9, base)).toEqual([[1, streamId]]);
    for (const { end } of idlers) await end("rollback");
    await other.drop();
  });
});

describe("writers of one stream at the same time", () => {
  it("get versions 1 to 20 by optimistic retry, at dense positions", async () => {
    const base = await headOf(10);
    const streamId = streamInPart(10);
    const appendWithRetry = async (): Promise<number> => {
      for (let conflicts = 0; ; conflicts += 1) {
        const expectedVersion = await versionOf(pool, streamId);
        const result = await append(pool, [streamOf(streamId, { expectedVersion })]);
        if (result.outcome === "appended") return conflicts;
      }
    };
    const conflicts = await Promise.all(Array.from({ length: 20 }, appendWithRetry));
    expect(Math.max(...conflicts)).toBeGreaterThan(0);
    const records = await readStream(pool, streamId);
    const oneToTwenty = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(records.map((record) => record.version)).toEqual(oneToTwenty);
    expect(records.map((record) => record.pos - base)).toEqual(oneToTwenty);
  });

  it("leave the loser a conflict, also when the winner commits while the loser's statement waits", async () => {
    const base = await headOf(11);
    const [streamId, other] = [streamInPart(11), streamInPart(11)];
    const winner = await open(pool);
    await appendEvents(winner.tx, [streamOf(streamId)]);
    const loser = await open(pool);
    const lost = appendEvents(loser.tx, [streamOf(other), streamOf(streamId)]);
    await waitForBlocked(1);
    await winner.end("commit");
    expect(await lost).toEqual({ outcome: "conflict", streamId });
    await loser.end("rollback");
    expect(await streamsAfter(11, base)).toEqual([[1, streamId]]);
  });

  it("cannot commit a transaction whose append ended in such a conflict", async () => {
    const streamId = streamInPart(11);
    const winner = await open(pool);
    await appendEvents(winner.tx, [streamOf(streamId)]);
    const loser = inTransaction(pool, (tx) => appendEvents(tx, [streamOf(streamId)]));
    const outcome = loser.catch(String);
    await waitForBlocked(1);
    await winner.end("commit");
    expect(await outcome).toContain("rolled back");
  });
});

describe("several streams in one command", () => {
  it("do not deadlock in opposite orders", async () => {
    const parts = Array.from({ length: 12 }, (_, index) => 20 + index);
    const before = await readHeads(pool);
    const rounds = async (order: readonly number[]) => {
      for (let round = 0; round < 60; round += 1) {
        await append(
          pool,
          order.map((part) => streamOf(streamInPart(part))),
        );
      }
    };
    await Promise.all([
      rounds(parts),
      rounds(parts.toReversed()),
      rounds([...parts.slice(6), ...parts.slice(0, 6)]),
      rounds(parts.filter((part) => part % 2 === 0).toReversed()),
    ]);
    const after = await readHeads(pool);
    for (const part of parts) {
      expect(after.get(part)).toBe((before.get(part) ?? 0) + 60 * (part % 2 === 0 ? 4 : 3));
    }
  });
});

describe("a reader during 2,000 appends from 8 connections", () => {
  it("sees each event once, each part dense, each stream in version order", async () => {
    const streams = Array.from({ length: 60 }, () => randomUUID());
    const after = new Map(await readHeads(pool));
    const seen: { streamId: string; version: number; id: string }[] = [];
    const look = async () => {
      const fetched = await fetchRecords(db.pool("projector"), {
        after,
        maxRecords: 100,
        maxBytes: 1_000_000,
        firstPart: 0,
      });
      expect(fetched.damaged).toEqual([]);
      for (const { part, records } of fetched.parts) {
        for (const record of records) {
          expect(record.pos).toBe((after.get(part) ?? 0) + 1);
          after.set(part, record.pos);
          seen.push(record);
        }
      }
      return fetched.parts.length;
    };

    const appended = new Set<string>();
    const write = async (writer: number) => {
      for (let done = 0; done < 250;) {
        const streamId = streams[(writer * 31 + done * 7) % streams.length] ?? "";
        const next = streamOf(streamId, { expectedVersion: await versionOf(pool, streamId) });
        // each tenth transaction rolls back behind its append
        if ((writer + done) % 10 === 0) await rollBackAppend(next.streamId);
        if ((await append(pool, [next])).outcome === "conflict") continue;
        for (const event of next.events) appended.add(event.id);
        done += 1;
      }
    };
    let writing = true;
    const writers = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer))).finally(
      () => {
        writing = false;
      },
    );
    let looks = 0;
    while (writing) looks += Math.sign(await look());
    await writers;
    while ((await look()) > 0);

    expect(looks).toBeGreaterThan(20);
    expect(seen.length).toBe(2_000);
    expect(new Set(seen.map((record) => record.id))).toEqual(appended);
    for (const streamId of streams) {
      const versions = seen.filter((record) => record.streamId === streamId);
      expect(versions.map((record) => record.version)).toEqual(
        versions.map((_, index) => index + 1),
      );
    }
  });

  async function rollBackAppend(streamId: string): Promise<void> {
    const transaction = await open(pool);
    const expectedVersion = await versionOf(transaction.tx, streamId);
    await appendEvents(transaction.tx, [streamOf(streamId, { expectedVersion })]);
    await transaction.end("rollback");
  }
});
