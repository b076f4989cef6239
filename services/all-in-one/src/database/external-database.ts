import { createPool, explainConnectionError, type Queryable } from "@shipment-tracking/postgres";
import { StartupError } from "../startup-error.ts";

/** Connects once to DATABASE_URL. Throws a StartupError when it cannot, or when the server is older than PostgreSQL 15. */
export async function checkExternalDatabase(url: string): Promise<void> {
  const pool = createPool({
    url,
    applicationName: "tracking-start",
    max: 1,
    connectTimeoutMs: 10_000,
  });
  try {
    const major = Math.floor((await serverVersionNumber(pool)) / 10_000);
    if (major >= 15) return;
    throw new StartupError(
      `DATABASE_URL leads to PostgreSQL ${String(major)}, which is too old: use PostgreSQL 15 to 18, or unset DATABASE_URL for the embedded database.`,
    );
  } catch (cause) {
    throw explained(cause, url);
  } finally {
    await pool.end();
  }
}

/** Errors that are the address's or the user's fault become sentences; others stay. */
export function explained(cause: unknown, url: string): unknown {
  if (cause instanceof StartupError) return cause;
  const sentence = explainConnectionError(cause, url);
  return sentence === null ? cause : new StartupError(sentence, { cause });
}

async function serverVersionNumber(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: number }>({
    text: "select current_setting('server_version_num')::integer as version",
  });
  return rows[0]?.version ?? 0;
}
