import { accountOperations } from "./account-operations.ts";
import { administrationOperations } from "./administration-operations.ts";
import { billingOperations } from "./billing-operations.ts";
import { eventLogOperations } from "./event-log-operations.ts";
import type { Operations } from "./operation.ts";
import { shipmentOperations } from "./shipment-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";

/** Every route under `/api`, in Fastify's notation. */
export const operations: Operations = {
  ...administrationOperations,
  ...accountOperations,
  ...shipmentOperations,
  ...billingOperations,
  ...webhookOperations,
  ...eventLogOperations,
};
