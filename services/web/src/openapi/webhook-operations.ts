import { deliveryStates } from "@shipment-tracking/webhooks";
import {
  changeEndpointBody,
  createEndpointBody,
  enableBody,
  recoverBody,
  rotateBody,
} from "../webhooks/endpoint-body.ts";
import { deliveriesQuery } from "../webhooks/delivery-routes.ts";
import { answer, oneOf, type Operations, pageParameters, queryOf } from "./operation.ts";
import {
  createdEndpoint,
  deliveryPage,
  endpoint,
  endpointList,
  queuedDelivery,
  recovery,
  rotatedSecret,
  wholeDelivery,
} from "./schemas/webhooks.ts";

const tag = "Webhooks";

export const webhookOperations: Operations = {
  "GET /api/webhook-endpoints": {
    tag,
    summary: "List webhook endpoints",
    description:
      "Each with its health: breaker, pause, failing run, queue, and of the last 24 hours (at most 5,000 attempts) the share of successes and the latency.",
    answers: { 200: answer("All endpoints, newest first.", endpointList) },
  },
  "POST /api/webhook-endpoints": {
    tag,
    summary: "Make a webhook endpoint",
    description:
      "The address is resolved and must lead to public addresses only. `eventTypes` empty or absent: every type. `headers`: at most 10, by name; their values are never shown again. A company has at most 50 endpoints.",
    command: true,
    body: createEndpointBody,
    answers: {
      201: answer("The endpoint and its secret, which is shown this once.", createdEndpoint),
    },
  },
  "GET /api/webhook-endpoints/:id": {
    tag,
    summary: "One webhook endpoint with its health",
    answers: { 200: answer("The endpoint.", endpoint) },
  },
  "PATCH /api/webhook-endpoints/:id": {
    tag,
    summary: "Change a webhook endpoint",
    description:
      "In `headers` a null takes a header away, and one that is not named stays. Another address begins with a clean health. With `version` the change is refused when somebody else was faster.",
    command: true,
    body: changeEndpointBody,
    answers: { 200: answer("The endpoint after the change.", endpoint) },
  },
  "DELETE /api/webhook-endpoints/:id": {
    tag,
    summary: "Delete a webhook endpoint",
    description:
      "What waits is cancelled, what is being sent ends as it ends. The endpoint and its list are gone; a delivery stays readable by its id.",
    command: true,
    answers: { 204: answer("It is deleted.") },
  },
  "POST /api/webhook-endpoints/:id/rotate-secret": {
    tag,
    summary: "Give a webhook endpoint a new secret",
    description:
      "Until `overlapHours` (0 to 168, 24 when absent) have passed, messages are signed with both secrets, the newest first.",
    command: true,
    body: rotateBody,
    bodyOptional: true,
    answers: {
      200: answer("The secret, which is shown this once.", rotatedSecret),
    },
  },
  "POST /api/webhook-endpoints/:id/test": {
    tag,
    summary: "Send a test message",
    description:
      "Before everything that waits, and without a second attempt. While one waits, another request has the same answer. The address is checked at once.",
    command: true,
    answers: { 202: answer("The delivery, to be looked at.", queuedDelivery) },
  },
  "POST /api/webhook-endpoints/:id/pause": {
    tag,
    summary: "Pause a webhook endpoint",
    description: "Messages wait, at most 7 days.",
    command: true,
    answers: { 200: answer("The endpoint.", endpoint) },
  },
  "POST /api/webhook-endpoints/:id/enable": {
    tag,
    summary: "Enable a webhook endpoint",
    description:
      "Clears breaker, failing run and pause; on an active endpoint, too. When messages wait for one that was off, `backlog` must say whether they are delivered or skipped.",
    command: true,
    body: enableBody,
    bodyOptional: true,
    answers: { 200: answer("The endpoint.", endpoint) },
  },
  "POST /api/webhook-endpoints/:id/recover": {
    tag,
    summary: "Put the messages of a time back into the queue",
    description:
      "Those made from `since` to before `until` (now when absent) that were not delivered and do not wait, also those from when the endpoint was disabled or not there yet; with `includeDelivered` what was delivered as well. Oldest first, behind live traffic, under their old ids. At most 10,000 at once: go on at `nextSince`.",
    command: true,
    body: recoverBody,
    answers: { 202: answer("How many were queued.", recovery) },
  },
  "GET /api/webhook-endpoints/:id/deliveries": {
    tag,
    summary: "List the deliveries of a webhook endpoint",
    description:
      "Open and finished ones; `waiting` says in words why an open one has not been sent.",
    query: queryOf(deliveriesQuery, [
      { name: "state", description: "Only these.", schema: oneOf(deliveryStates) },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page, newest first.", deliveryPage) },
  },
  "GET /api/webhook-deliveries/:id": {
    tag,
    summary: "One delivery with its attempts",
    description:
      "`body` is what is sent; `excerpt` the beginning of the receiver's answer, with replacement characters for what is no UTF-8; `phases` milliseconds.",
    answers: { 200: answer("The delivery.", wholeDelivery) },
  },
  "POST /api/webhook-deliveries/:id/replay": {
    tag,
    summary: "Send a message again",
    description:
      "Under its old `webhook-id`, whatever became of it. One that waits is due at once, and keeps its place among the events of its shipment.",
    command: true,
    answers: { 202: answer("The delivery in the queue.", queuedDelivery) },
  },
};
