import type { Queryable } from "@shipment-tracking/postgres";
import type { SecretBox } from "@shipment-tracking/secrets";
import {
  countEndpointsLocked,
  type EndpointFields,
  generateSecret,
  insertEndpoint,
  readEndpointHealth,
  secretContext,
} from "@shipment-tracking/webhooks";
import type { CommandContext } from "../commands/outcome.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { newId } from "../ids.ts";
import { auditEndpoint } from "./audit-endpoint.ts";
import { endpointAnswer } from "./endpoint-answer.ts";
import { changedHeaders, type HeaderChanges, sealHeaders } from "./endpoint-headers.ts";
import { done, refused } from "./locked-endpoint.ts";

export type WantedEndpoint = Omit<EndpointFields, "headers" | "secret"> & {
  readonly headers: HeaderChanges;
  /** User id; null: made by the system. */
  readonly createdBy: string | null;
};

const maxEndpoints = 50;

/** Makes an endpoint with a secret, which is in the answer and nowhere else. The caller has checked the address. */
export async function createEndpoint(
  tx: Queryable,
  context: CommandContext,
  { box, wanted }: { readonly box: SecretBox; readonly wanted: WantedEndpoint },
): Promise<CommandAnswer> {
  const { tenantId } = context;
  if ((await countEndpointsLocked(tx, tenantId)) >= maxEndpoints) {
    return refused(
      409,
      `There are ${String(maxEndpoints)} endpoints, as many as may be: delete one.`,
    );
  }
  const id = newId();
  const secret = generateSecret();
  const headers = changedHeaders([], wanted.headers);
  const endpoint = await insertEndpoint(tx, tenantId, {
    ...wanted,
    id,
    headers: sealHeaders(box, id, headers),
    secret: box.seal(secret, secretContext(id)),
  });
  const { eventTypes, ordering, description } = endpoint;
  const names = headers.map(({ name }) => name);
  const details = { description, eventTypes, ordering, headers: names };
  await auditEndpoint(tx, context, { action: "webhook_endpoint.created", endpoint, details });
  const health = await readEndpointHealth(tx, tenantId, [id]);
  return done(201, { ...endpointAnswer(box, endpoint, health.get(id)), secret });
}
