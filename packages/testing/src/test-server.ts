import type { RoleName } from "@shipment-tracking/postgres";

/** The PostgreSQL server of one test run, handed from the global set-up to the workers. */
export interface TestServer {
  /** Superuser URL of the maintenance database. */
  readonly adminUrl: string;
  /** Migrated once; each test database is a copy. */
  readonly templateDatabase: string;
  /** Every database of this run begins with it. */
  readonly databasePrefix: string;
  /** Login roles, in the maintenance database's URL. */
  readonly roleUrls: Readonly<Record<RoleName, string>>;
  /** null when the server is not ours (TEST_DATABASE_URL): its log cannot be read. */
  readonly logFile: string | null;
}

declare module "vitest" {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** The same URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
