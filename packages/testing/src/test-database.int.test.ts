import { afterEach, describe, expect, it } from "vitest";
import { createPool } from "@shipment-tracking/postgres";
import { createTestDatabase, type TestDatabase } from "./index.ts";

const made: TestDatabase[] = [];

async function fresh(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  made.push(db);
  return db;
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((db) => db.drop()));
});

describe("createTestDatabase", () => {
  it("gives each caller a migrated database of its own", async () => {
    const [first, second] = await Promise.all([fresh(), fresh()]);
    await first.pool("admin").query({ text: "create table public.mine (id int)" });
    const { rows } = await second.pool("admin").query<{ mine: boolean; log: boolean }>({
      text: "select to_regclass('public.mine') is not null as mine, to_regclass('write.event_log') is not null as log",
    });
    expect(rows).toEqual([{ mine: false, log: true }]);
  });

  it("logs each role in as a member of its group and no other", async () => {
    const db = await fresh();
    for (const role of ["web", "projector", "api", "usage"] as const) {
      const { rows } = await db.pool(role).query<{ groups: string[] }>({
        text: `
          select array(
            select roles.rolname::text
            from pg_catalog.pg_roles as roles
            where roles.rolname like 'tracking\\_%'
              and roles.rolname <> current_user
              and pg_has_role(current_user, roles.oid, 'member')
          ) as groups`,
      });
      expect(rows).toEqual([{ groups: [`tracking_${role}`] }]);
    }
  });

  it("reports the errors that the server logged for this database only", async () => {
    const [db, other] = await Promise.all([fresh(), fresh()]);
    await expect(other.pool("web").query({ text: "select 1 / 0" })).rejects.toThrow("division");
    expect(await db.serverErrors()).toEqual([]);
    await expect(db.pool("api").query({ text: "select nonsense" })).rejects.toThrow("nonsense");
    expect(await db.serverErrors()).toEqual([expect.stringContaining('column "nonsense"')]);
  });

  it("refuses to drop silently while a client is checked out", async () => {
    const db = await createTestDatabase();
    const client = await db.pool("web").connect();
    client.on("error", () => undefined);
    await expect(db.drop()).rejects.toThrow("the pool of web has 1 clients checked out");
    client.release(true);
  });

  it("refuses to drop silently while another pool is open", async () => {
    const db = await createTestDatabase();
    const pool = createPool({ url: db.urls.api, applicationName: "forgotten" });
    await pool.query({ text: "select 1" });
    await expect(db.drop()).rejects.toThrow("forgotten is connected");
    await pool.end();
  });
});
