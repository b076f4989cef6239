import { shipmentModes, shipmentStatuses } from "@shipment-tracking/domain";
import { countsQuery } from "../console/counts-route.ts";
import { sorts } from "../console/list-cursor.ts";
import { shipmentsQuery } from "../console/list-route.ts";
import { bulkBody } from "../shipments/bulk-event-route.ts";
import { bulkVoidBody } from "../shipments/bulk-void-route.ts";
import { changeBody, createBody } from "../shipments/details-body.ts";
import { recordBody, voidBody } from "../shipments/event-routes.ts";
import { shareBody } from "../shipments/share-route.ts";
import { reasonBody } from "../shipments/transition-routes.ts";
import {
  answer,
  oneOf,
  type Operations,
  pageParameters,
  queryOf,
  type QueryParameter,
  refusal,
  text,
} from "./operation.ts";
import { eventPreview, publicTracking } from "./schemas/preview.ts";
import {
  bulkAnswer,
  bulkVoidAnswer,
  recording,
  shipmentAnswer,
  shipmentCounts,
  shipmentPage,
  trackingLink,
  transition as transitionAnswer,
  voiding,
  wholeShipment,
} from "./schemas/shipments.ts";

const tag = "Shipments";
const transition = {
  tag,
  command: true,
  body: reasonBody,
  bodyOptional: true,
  answers: { 200: answer("The shipment after it.", transitionAnswer) },
} as const;

function spanParameters(what: string): readonly QueryParameter[] {
  const instant = { ...text, format: "date-time" };
  return [
    {
      name: "scheduledFrom",
      description: `${what} at this instant or later.`,
      schema: instant,
    },
    {
      name: "scheduledTo",
      description: "And before this one; at most 31 days after `scheduledFrom`.",
      schema: instant,
    },
  ];
}

export const shipmentOperations: Operations = {
  "GET /api/shipments": {
    tag,
    summary: "Find shipments",
    description:
      "Newest first or in the order of `sort`, with what a dispatcher's board needs. Without `sort`, numbers and references that are found whole come in the order in which they were pasted; they are on one page.",
    query: queryOf(shipmentsQuery, [
      {
        name: "q",
        description:
          "Beginnings of words of the number, a reference, a city, the carrier or the customer, without regard to case and accents, up to 10; or up to 50 whole numbers and references, separated by white space, commas or semicolons.",
        schema: text,
      },
      {
        name: "status",
        description: `Current status: one, or several separated by commas, of ${shipmentStatuses.join(", ")}.`,
        schema: text,
      },
      { name: "mode", description: "Mode.", schema: oneOf(shipmentModes) },
      {
        name: "customerId",
        description: "The customer's id.",
        schema: { ...text, format: "uuid" },
      },
      {
        name: "late",
        description:
          "`true`: the delivery was scheduled for a time that has passed, and the shipment is not delivered, returned or cancelled. `false`: all others.",
        schema: oneOf(["true", "false"]),
      },
      ...spanParameters("A pickup or a delivery is scheduled"),
      {
        name: "sort",
        description:
          "Order, with `-` in front for the other direction; `-created` when absent. `created`, `updated`, `pickup`, `delivery`: by time; `lastEvent`: by the time of the newest event; `number`: by code points; `status`: in the order of a shipment's life, newest first within a status. Shipments without the value come last, whatever the direction. Sorted are all shipments, not only a page; a cursor goes with the `sort` that it came from.",
        schema: oneOf(sorts),
      },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page.", shipmentPage) },
  },
  "GET /api/shipments/counts": {
    tag,
    summary: "Count what the board's views hold",
    query: queryOf(countsQuery, spanParameters("`today` counts what is scheduled")),
    answers: { 200: answer("The counts, each up to the cap.", shipmentCounts) },
  },
  "POST /api/shipments": {
    tag,
    summary: "Create a shipment",
    description: "Without `shipmentNumber` it gets the next free one.",
    command: true,
    body: createBody,
    answers: {
      201: answer("The new shipment.", shipmentAnswer),
      404: refusal("The customer that the body names is not there."),
    },
  },
  "GET /api/shipments/:id": {
    tag,
    summary: "One shipment with everything",
    description:
      "All entries of the timeline, voided ones included, and the newest 100 lines of its audit trail; network and e-mail addresses in it for administrators only.",
    answers: { 200: answer("The shipment.", wholeShipment) },
  },
  "PATCH /api/shipments/:id": {
    tag,
    summary: "Change details",
    command: true,
    body: changeBody,
    answers: { 200: answer("The shipment after the change.", shipmentAnswer) },
  },
  "POST /api/shipments/:id/events": {
    tag,
    summary: "Record a tracking event",
    command: true,
    body: recordBody,
    answers: {
      200: answer("The same fact was recorded before.", recording),
      201: answer("The new event.", recording),
    },
  },
  "POST /api/shipments/:id/events/preview": {
    tag,
    summary: "What recording a tracking event would do",
    description:
      "Takes the body of the recording and is refused as that would be; nothing is stored. Warns of what recipients should perhaps not read.",
    body: recordBody,
    answers: {
      200: answer("What would become of it.", eventPreview),
      409: refusal("It would be refused as things stand."),
    },
  },
  "GET /api/shipments/:id/tracking-preview": {
    tag,
    summary: "What the recipient sees",
    description: "The public answer as it is now, whether there is a tracking link or not.",
    answers: { 200: answer("The public fields and no other.", publicTracking) },
  },
  "POST /api/shipments/:id/events/:eventId/void": {
    tag,
    summary: "Void a tracking event, with or without a replacement",
    command: true,
    body: voidBody,
    answers: { 200: answer("It is voided.", voiding) },
  },
  "POST /api/shipments/:id/return": { ...transition, summary: "Start the return" },
  "POST /api/shipments/:id/cancel": { ...transition, summary: "Cancel before pickup" },
  "POST /api/shipments/:id/reopen": { ...transition, summary: "Reopen a cancelled shipment" },
  "POST /api/shipments/:id/share": {
    tag,
    summary: "Get the tracking link",
    description:
      "The first call makes it, later ones return the same. Answers once the link works.",
    command: true,
    body: shareBody,
    bodyOptional: true,
    answers: { 200: answer("The link.", trackingLink) },
  },
  "POST /api/shipments/bulk/void": {
    tag,
    summary: "Void up to 200 tracking events",
    description: "What takes a bulk event back.",
    command: true,
    body: bulkVoidBody,
    answers: {
      200: answer("A result per event, in the order of the request.", bulkVoidAnswer),
    },
  },
  "POST /api/shipments/bulk/events": {
    tag,
    summary: "Record the same tracking event on up to 200 shipments",
    command: true,
    body: bulkBody,
    answers: { 200: answer("A result per id, in the order of the request.", bulkAnswer) },
  },
};
