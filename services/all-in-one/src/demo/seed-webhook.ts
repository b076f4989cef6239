import type { TenantId } from "@shipment-tracking/domain";
import type { Pool } from "@shipment-tracking/postgres";
import { createSecretBox, type SecretKey } from "@shipment-tracking/secrets";
import { createWebhookEndpoint, inRepeatedTransaction } from "@shipment-tracking/web-service";
import { listEndpoints, lockEndpoint, updateEndpoint } from "@shipment-tracking/webhooks";
import { instantOf } from "./instant.ts";

export interface SeedWebhookOptions {
  /** Of the web application's role. */
  readonly pool: Pool;
  readonly secretKey: SecretKey;
  readonly tenantId: string;
  /** From `receiverUrl`. */
  readonly url: string;
}

/** Gives a demo tenant an endpoint at the built-in receiver, or takes the one it has to where this start listens. */
export async function seedWebhook(options: SeedWebhookOptions): Promise<void> {
  const { pool, secretKey, url } = options;
  const context = {
    // checked as a UUID when secrets.json was read
    tenantId: options.tenantId as TenantId,
    actor: { kind: "system", id: null },
    now: instantOf(Date.now()),
  } as const;
  await inRepeatedTransaction(pool, async (tx) => {
    const endpoints = await listEndpoints(tx, context.tenantId);
    const known = endpoints.find(
      (endpoint) => new URL(endpoint.url).pathname === new URL(url).pathname,
    );
    if (known === undefined) {
      const answer = await createWebhookEndpoint(tx, context, {
        box: createSecretBox([secretKey]),
        wanted: {
          url,
          description: "The demonstration's own receiver",
          eventTypes: [],
          ordering: "ordered",
          headers: {},
          createdBy: null,
        },
      });
      if (answer.status !== 201) throw new Error(`Demo data was refused: ${String(answer.status)}`);
      return;
    }
    const locked = await lockEndpoint(tx, context.tenantId, known.id);
    if (locked !== null && locked.url !== url)
      await updateEndpoint(tx, locked.id, { ...locked, url });
  });
}

/** Where this process itself reaches its receiver; null when it listens on an address that webhooks may not go to. */
export function receiverUrl(
  { host, port }: { readonly host: string; readonly port: number },
  inbox: string,
): string | null {
  const name = ["127.0.0.1", "0.0.0.0", "localhost"].includes(host)
    ? "127.0.0.1"
    : ["::", "::1"].includes(host)
      ? "[::1]"
      : null;
  return name === null ? null : `http://${name}:${String(port)}/dev/webhooks/${inbox}`;
}
