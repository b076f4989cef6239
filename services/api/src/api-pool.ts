import { type BytesPool, createBytesPool } from "@shipment-tracking/postgres";
import type { Logger } from "@shipment-tracking/runtime";

/** The API's connections: few, since small pools answer faster, and bounded in time whatever the database does. All-in-one has the same. */
export function createApiPool({
  url,
  log,
}: {
  readonly url: string;
  readonly log: Logger;
}): BytesPool {
  return createBytesPool({
    url,
    applicationName: "tracking-api",
    max: 8,
    statementTimeoutMs: 2_000,
    queryTimeoutMs: 2_500,
    connectTimeoutMs: 2_000,
    onIdleError: (error) => {
      log.warn({ err: error }, "database connection lost");
    },
  });
}
