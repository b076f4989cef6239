import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { createPool, type Pool } from "./index.ts";
import { allAnswers, inTransactionEndedBy, inTransaction } from "./transaction.ts";

let db: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  db = await createTestDatabase();
  pool = db.pool("admin");
  await pool.query({ text: "create table public.marks (mark text)" });
});
afterAll(() => db.drop());
beforeEach(() => pool.query({ text: "delete from public.marks" }));

async function marks(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ mark: string }>({
    text: "select marks.mark from public.marks",
  });
  return rows.map((row) => row.mark);
}

describe("inTransaction", () => {
  it("commits what the work wrote and returns its result", async () => {
    const result = await inTransaction(pool, async (tx) => {
      await tx.query({ text: "insert into public.marks values ($1)", values: ["kept"] });
      return 42;
    });
    expect(result).toBe(42);
    expect(await marks()).toEqual(["kept"]);
  });

  it("rolls back when the work throws, and throws the same error on", async () => {
    const reason = new Error("changed my mind");
    const attempt = inTransaction(pool, async (tx) => {
      await tx.query({ text: "insert into public.marks values ('lost')" });
      throw reason;
    });
    await expect(attempt).rejects.toBe(reason);
    expect(await marks()).toEqual([]);
  });

  it("gives the client back after a failed statement, usable again", async () => {
    const single = createPool({ url: db.urls.admin, applicationName: "single", max: 1 });
    const attempt = inTransaction(single, (tx) => tx.query({ text: "select 1 / 0" }));
    await expect(attempt).rejects.toThrow("division by zero");
    expect(single.idleCount).toBe(single.totalCount);
    const { rows } = await single.query({ text: "select 1 as one" });
    expect(rows).toEqual([{ one: 1 }]);
    await single.end();
  });

  it("destroys a client whose connection broke, and the pool makes a new one", async () => {
    const single = createPool({ url: db.urls.admin, applicationName: "single", max: 1 });
    const attempt = inTransaction(single, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
      await pool.query({ text: "select pg_terminate_backend($1)", values: [rows[0]?.pid] });
      await tx.query({ text: "select 1" });
    });
    await expect(attempt).rejects.toThrow(/terminat|connection error/);
    const { rows } = await single.query({ text: "select 1 as one" });
    expect(rows).toEqual([{ one: 1 }]);
    expect(single.totalCount).toBe(1);
    await single.end();
  });

  it("rolls back when the commit is refused", async () => {
    await pool.query({
      text: "create table public.deferred (id int unique deferrable initially deferred)",
    });
    const attempt = inTransaction(pool, (tx) =>
      tx.query({ text: "insert into public.deferred values (1), (1)" }),
    );
    await expect(attempt).rejects.toThrow("duplicate key");
    expect(pool.idleCount).toBe(pool.totalCount);
  });
});

describe("statements that are sent together", () => {
  const mark = (text: string) => ({ text: "insert into public.marks values ($1)", values: [text] });

  it("are answered in their order, and the commit follows the last of them", async () => {
    const ended = await inTransactionEndedBy(pool, async (tx) => {
      const [, two] = await allAnswers([
        tx.query(mark("one")),
        tx.query<{ n: number }>({ text: "select count(*)::integer as n from public.marks" }),
      ]);
      return async () => {
        const last = await tx.query(mark("last"));
        return [two.rows[0]?.n, last.rowCount];
      };
    });
    expect(ended).toEqual([1, 1]);
    expect(await marks()).toEqual(["one", "last"]);
  });

  it("fail with what the first failure was, after all of them are answered", async () => {
    let answered = 0;
    const attempt = inTransaction(pool, async (tx) => {
      const slow = tx.query({ text: "select 1 / 0" });
      const next = tx.query(mark("aborted"));
      const count = () => (answered += 1);
      await allAnswers([next.finally(count), slow.finally(count)]);
    });
    await expect(attempt).rejects.toThrow("division by zero");
    expect(answered).toBe(2);
    expect(await marks()).toEqual([]);
  });

  it("that fail beside the commit roll everything back", async () => {
    const attempt = inTransactionEndedBy(pool, async (tx) => {
      await tx.query(mark("lost"));
      return () => tx.query({ text: "select 1 / 0" });
    });
    await expect(attempt).rejects.toThrow("division by zero");
    expect(await marks()).toEqual([]);
  });

  it("are refused once the transaction has ended", async () => {
    const ended = await inTransaction(pool, async (tx) => {
      await tx.query(mark("kept"));
      return tx;
    });
    await expect(ended.query(mark("late"))).rejects.toThrow("The transaction has ended already");
    expect(await marks()).toEqual(["kept"]);
  });
});

describe("createPool", () => {
  it("reads the types in one way, at both ends of the allowed years", async () => {
    const { rows } = await pool.query({
      text: `
        select 9007199254740991::int8 as count, 0.10::numeric as price, '2026-02-28'::date as day,
          '1970-01-01T00:00:00Z'::timestamptz as first, '9999-12-31T23:59:59.999Z'::timestamptz(3) as last,
          '{"b": 1,  "a": 2}'::json as doc`,
    });
    expect(rows).toEqual([
      {
        count: 9_007_199_254_740_991,
        price: "0.10",
        day: "2026-02-28",
        first: "1970-01-01T00:00:00.000Z",
        last: "9999-12-31T23:59:59.999Z",
        doc: '{"b": 1,  "a": 2}',
      },
    ]);
  });

  it("sets UTC, READ COMMITTED and the time-outs on each connection", async () => {
    const limited = createPool({
      url: db.urls.web,
      applicationName: "limited",
      statementTimeoutMs: 1_234,
    });
    const { rows } = await limited.query({
      text: `
        select current_setting('timezone') as zone, current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle,
          current_setting('transaction_isolation') as isolation, current_setting('application_name') as name`,
    });
    expect(rows).toEqual([
      {
        zone: "UTC",
        statement: "1234ms",
        idle: "5s",
        isolation: "read committed",
        name: "limited",
      },
    ]);
    await limited.end();
  });

  it("ends a statement that takes too long", async () => {
    const limited = createPool({
      url: db.urls.web,
      applicationName: "limited",
      statementTimeoutMs: 50,
    });
    await expect(limited.query({ text: "select pg_sleep(10)" })).rejects.toThrow(
      "statement timeout",
    );
    await limited.end();
  });

  it("tells its owner about a connection that broke while idle", async () => {
    const told: Error[] = [];
    const watched = createPool({
      url: db.urls.web,
      applicationName: "watched",
      onIdleError: (error) => told.push(error),
    });
    const { rows } = await watched.query<{ pid: number }>({
      text: "select pg_backend_pid() as pid",
    });
    await pool.query({ text: "select pg_terminate_backend($1)", values: [rows[0]?.pid] });
    await expect.poll(() => told.length).toBe(1);
    expect((await watched.query({ text: "select 1 as one" })).rows).toEqual([{ one: 1 }]);
    await watched.end();
  });
});
