import type { Pool } from "@shipment-tracking/postgres";

const first = "pick_webhook_endpoints";
const last = "note_webhook_look";

/** Tells how long each claim took, in ms: from the pick of its endpoints to the note of the next look. Those that found nothing do not count. */
export function timeClaims(pool: Pool, onClaim: (ms: number) => void): void {
  pool.on("connect", (client) => {
    let begunAt = 0;
    // as: whatever form it is called in, it is handed on as it is
    const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
    const timed = (...given: readonly unknown[]): unknown => {
      const name = nameOf(given[0]);
      if (name === first) begunAt = performance.now();
      const result = query(...given);
      if (name === last && result instanceof Promise) {
        void result.then(() => onClaim(performance.now() - begunAt)).catch(() => undefined);
      }
      return result;
    };
    client.query = timed as typeof client.query;
  });
}

function nameOf(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null) return undefined;
  return "name" in statement ? statement.name : undefined;
}
