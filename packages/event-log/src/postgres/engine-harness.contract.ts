import { createPool } from "@shipment-tracking/postgres";
import { createTestDatabase } from "@shipment-tracking/testing";
import type { EngineHarness, TestMember } from "../engine-harness.contract.ts";
import { append } from "../new-streams.contract.ts";
import { createPostgresEngine, type PostgresEngineOptions } from "./engine.ts";

/** Short, so that the tests of dead members take no seconds. */
const leaseMs = 800;

export interface PostgresHarness extends EngineHarness {
  member(options?: Partial<PostgresEngineOptions>): Promise<TestMember>;
  readonly db: Awaited<ReturnType<typeof createTestDatabase>>;
}

/** The Postgres engine over a database of its own; each member has its own connections with the projector's rights. */
export async function createPostgresHarness(): Promise<PostgresHarness> {
  const db = await createTestDatabase();
  const members: TestMember[] = [];
  return {
    db,
    seesAllAtOnce: true,
    leaseMs,
    pool: db.pool("admin"),
    append: async (streams) => {
      const result = await append(db.pool("web"), streams);
      if (result.outcome === "conflict") throw new Error(`conflict in ${result.streamId}`);
    },
    member: (options) => {
      const member = createMember(db.urls.projector, { leaseMs, ...options });
      members.push(member);
      return Promise.resolve(member);
    },
    drop: async () => {
      for (const member of members) {
        await member.engine.close();
        await member.kill();
      }
      await db.drop();
    },
  };
}

/** Without its pool an engine can give no sign of life and give nothing back: what remains of it only fails and retries. */
function createMember(url: string, options: Partial<PostgresEngineOptions>): TestMember {
  const pool = createPool({ url, applicationName: "test-member", max: 4 });
  let ended: Promise<void> | null = null;
  return {
    engine: createPostgresEngine({ pool, ...options }),
    kill: () => {
      ended ??= pool.end();
      return ended;
    },
  };
}
