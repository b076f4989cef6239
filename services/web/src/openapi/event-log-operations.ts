import { eventsQuery } from "../event-log/routes.ts";
import { traceQuery } from "../trace/routes.ts";
import { answer, type Operations, pageParameters, queryOf, text } from "./operation.ts";
import { eventLog, lag, logEventPage, retryRequested } from "./schemas/event-log.ts";
import { tracePage } from "./schemas/trace.ts";

const tag = "Event log";

export const eventLogOperations: Operations = {
  "GET /api/shipments/:id/trace": {
    tag: "Shipments",
    summary: "How the events of a shipment fared",
    description:
      "For each event of the log, the newest first: written, published to Kafka, shown to readers, sent to each webhook endpoint. 50 a page.",
    query: queryOf(
      traceQuery,
      pageParameters.filter(({ name }) => name === "cursor"),
    ),
    answers: { 200: answer("One page.", tracePage) },
  },
  "GET /api/lag": {
    tag,
    summary: "Whether readers see what was written",
    answers: { 200: answer("How far the read side and the webhooks are behind.", lag) },
  },
  "GET /api/event-log": {
    tag,
    summary: "How the log and its readers are",
    answers: { 200: answer("As of now.", eventLog) },
  },
  "GET /api/event-log/events": {
    tag,
    summary: "List the company's events",
    description:
      "Newest first. With `type` a page may hold fewer than there are, or none, with a `nextCursor`: it looks at 20,000 events at most.",
    query: queryOf(eventsQuery, [
      {
        name: "streamId",
        description: "Only events of this shipment, customer, invoice, key or company.",
        schema: { ...text, format: "uuid" },
      },
      {
        name: "type",
        description: "Exactly this type, as `shipment.cancelled`.",
        schema: text,
      },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page.", logEventPage) },
  },
  "POST /api/event-log/parked/:consumer/:streamId/retry": {
    tag,
    summary: "Have a parked stream tried again",
    description:
      "Its reader does so within a second. It is parked again, with a new `since`, when the cause is still there.",
    command: true,
    answers: { 202: answer("The reader is asked to.", retryRequested) },
  },
};
