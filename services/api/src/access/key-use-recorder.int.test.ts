import { randomUUID } from "node:crypto";
import { createLogger } from "@shipment-tracking/runtime";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKeyUseRecorder } from "./key-use-recorder.ts";

let db: TestDatabase;
const log = createLogger({ service: "api", level: "silent" });

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(async () => {
  await db.drop();
});

async function lastUse(keyId: string): Promise<string | null> {
  const { rows } = await db.pool("web").query<{ last_used_at: string }>({
    text: "select last_used_at from usage.api_key_uses where key_id = $1",
    values: [keyId],
  });
  return rows[0]?.last_used_at ?? null;
}

async function ageBy(keyId: string, interval: string): Promise<void> {
  await db.pool("admin").query({
    text: "update usage.api_key_uses set last_used_at = last_used_at - $2::interval where key_id = $1",
    values: [keyId, interval],
  });
}

describe("the use of API keys", () => {
  test("is written by itself within the interval", async () => {
    const keyId = randomUUID();
    const recorder = createKeyUseRecorder({ db: db.pool("usage"), log, flushEveryMs: 20 });
    recorder.record(keyId);
    await expect.poll(() => lastUse(keyId)).not.toBeNull();
    await recorder.close();
  });

  test("is written when the process stops", async () => {
    const keyIds = Array.from({ length: 50 }, () => randomUUID());
    const recorder = createKeyUseRecorder({ db: db.pool("usage"), log, flushEveryMs: 60_000 });
    for (const keyId of keyIds) recorder.record(keyId);
    await recorder.close();
    for (const keyId of keyIds) {
      const age = Date.now() - Date.parse((await lastUse(keyId)) ?? "");
      expect(age).toBeLessThan(10_000);
    }
  });

  test("moves at most once a minute, also with several processes", async () => {
    const keyId = randomUUID();
    const use = async (): Promise<string | null> => {
      const recorder = createKeyUseRecorder({ db: db.pool("usage"), log, flushEveryMs: 60_000 });
      recorder.record(keyId);
      recorder.record(keyId);
      await recorder.close();
      return lastUse(keyId);
    };
    const first = await use();
    expect(await use()).toBe(first);
    await ageBy(keyId, "59 seconds");
    expect(await use()).not.toBe(first);
    const aged = await lastUse(keyId);
    expect(Date.parse(String(aged))).toBeLessThan(Date.parse(String(first)));
    await ageBy(keyId, "2 seconds");
    expect(Date.parse(String(await use()))).toBeGreaterThanOrEqual(Date.parse(String(first)));
  });

  test("a failing database delays and fails nothing, and the use is written later", async () => {
    const keyId = randomUUID();
    let failures = 0;
    const failing = {
      query: (config: { readonly text: string; readonly values?: unknown[] }) => {
        if (failures >= 3) return db.pool("usage").query(config);
        failures += 1;
        return Promise.reject(new Error("connection refused"));
      },
    };
    const recorder = createKeyUseRecorder({ db: failing as never, log, flushEveryMs: 10 });
    recorder.record(keyId);
    await expect.poll(() => lastUse(keyId)).not.toBeNull();
    expect(failures).toBe(3);
    await recorder.close();
  });
});
