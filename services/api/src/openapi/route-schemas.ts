import { customerStatuses, invoiceStatuses, shipmentStatuses } from "@shipment-tracking/domain";
import type { FastifySchema } from "fastify";
import { refTo } from "./ref-to.ts";
import type { JsonSchema } from "./json-schema.ts";
import { examples } from "./examples.ts";
import { conditionalHeaders, listQuery, shipmentPath, trackingPath } from "./parameters.ts";
import { cacheHeaders, failure, linkHeaderSchema, notModified, success } from "./responses.ts";

const unauthorized = failure("The API key is missing, malformed or invalid.", [
  "missing_key",
  "malformed_authorization",
  "invalid_key",
]);
const malformedPosition = failure("X-Min-Position is not a position.", ["malformed_position"]);
const wrongMethod = failure("Any method but GET and HEAD.", ["method_not_allowed"]);

interface ListDocument {
  readonly operationId: string;
  readonly summary: string;
  readonly item: string;
  readonly example: unknown;
  readonly statuses: readonly string[];
}

function listSchema({
  operationId,
  summary,
  item,
  example,
  statuses,
}: ListDocument): FastifySchema {
  const headers: JsonSchema = { ...cacheHeaders.private, ...linkHeaderSchema };
  return {
    operationId,
    summary,
    description:
      "A plain array, newest first (`createdAt`, then `id`, both descending), without a total count.",
    tags: ["Read API"],
    security: [{ apiKey: [] }],
    querystring: listQuery(statuses),
    headers: conditionalHeaders,
    response: {
      200: success({
        description: "One page; empty when there is nothing (more).",
        schema: { type: "array", items: refTo(item), maxItems: 200 },
        example,
        headers,
      }),
      304: notModified(headers),
      400: malformedPosition,
      401: unauthorized,
      405: wrongMethod,
      500: failure("Unexpected server error.", ["database_failed"]),
    },
  };
}

const shipment: FastifySchema = {
  operationId: "getShipment",
  summary: "One shipment with its tracking timeline",
  tags: ["Read API"],
  security: [{ apiKey: [] }],
  params: shipmentPath,
  headers: conditionalHeaders,
  response: {
    200: success({
      description: "The shipment; its timeline newest event first.",
      schema: refTo("ShipmentWithTracking"),
      example: examples.shipment,
      headers: cacheHeaders.private,
    }),
    304: notModified(cacheHeaders.private),
    400: malformedPosition,
    401: unauthorized,
    404: failure("No shipment with this id in the key's tenant.", ["not_found"]),
    405: wrongMethod,
    500: failure("Unexpected server error.", ["database_failed"]),
  },
};

const track: FastifySchema = {
  operationId: "getPublicTracking",
  summary: "Public tracking view of a shared shipment",
  description: "Needs no key and no login; an Authorization header is not looked at.",
  tags: ["Public tracking"],
  security: [],
  params: trackingPath,
  headers: conditionalHeaders,
  response: {
    200: success({
      description: "What a recipient may see.",
      schema: refTo("PublicTracking"),
      example: examples.publicTracking,
      headers: cacheHeaders.public,
    }),
    304: notModified(cacheHeaders.public),
    400: malformedPosition,
    404: failure("The token matches no shipment of an active tenant.", ["not_found"]),
    405: wrongMethod,
    500: failure("Unexpected server error.", ["server_failed"]),
  },
};

/** What the OpenAPI document says of each route; the routes are registered with these. */
export const routeSchemas = {
  shipments: listSchema({
    operationId: "listShipments",
    summary: "List shipments",
    item: "Shipment",
    example: examples.shipments,
    statuses: shipmentStatuses,
  }),
  shipment,
  customers: listSchema({
    operationId: "listCustomers",
    summary: "List customers",
    item: "Customer",
    example: examples.customers,
    statuses: customerStatuses,
  }),
  invoices: listSchema({
    operationId: "listInvoices",
    summary: "List invoices",
    item: "Invoice",
    example: examples.invoices,
    statuses: invoiceStatuses,
  }),
  track,
} as const;
