import type { Pool, Queryable } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";
import type { FastifyInstance } from "fastify";
import { deleteEmptyBuckets } from "./auth/attempt-buckets.ts";
import { deleteExpiredLinks } from "./auth/password-links.ts";

const everyMs = 60 * 60 * 1_000;

/** Once an hour removes what has expired. Nothing depends on it: expired rows are ignored anyhow, they only take room. */
export function registerHousekeeping(app: FastifyInstance, pool: Pool, log: Logger): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    timer = setInterval(() => {
      removeExpired(pool).catch((error: unknown) => {
        log.warn({ err: error }, "expired rows were not removed; the next hour tries again");
      });
    }, everyMs).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
  });
}

/** Sessions and links that are over, tries that no limit counts any more, and answers kept for longer than a repeat may come. */
export async function removeExpired(db: Queryable): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteExpiredAnswers(db);
  await deleteExpiredLinks(db);
  await deleteEmptyBuckets(db);
}

async function deleteExpiredSessions(db: Queryable): Promise<void> {
  await db.query({
    name: "delete_expired_sessions",
    text: `
      delete from write.sessions
      where sessions.expires_at < now()`,
  });
}

async function deleteExpiredAnswers(db: Queryable): Promise<void> {
  await db.query({
    name: "delete_expired_answers",
    text: `
      delete from write.idempotency_keys
      where idempotency_keys.created_at < now() - interval '24 hours'`,
  });
}
