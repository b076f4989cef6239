import { createApiKeyBody } from "../api-keys/routes.ts";
import { auditQuery } from "../audit/routes.ts";
import { changePasswordBody, confirmBody, resetBody } from "../auth/password-routes.ts";
import { loginBody } from "../auth/routes.ts";
import { importKinds } from "../imports/columns.ts";
import { changeUserBody, inviteBody } from "../people/routes.ts";
import { answer, oneOf, type Operations, pageParameters, queryOf, text } from "./operation.ts";

const session = "Session";
const administration = "Administration";
const imports = "Imports";
const limited = answer("Too many tries: Retry-After says when the next one counts.", "error");

export const administrationOperations: Operations = {
  "POST /api/auth/login": {
    tag: session,
    summary: "Sign in",
    body: loginBody,
    answers: {
      200: answer("Signed in; the cookie is set.", "user"),
      401: answer("Invalid email or password.", "error"),
      429: limited,
    },
  },
  "POST /api/auth/logout": {
    tag: session,
    summary: "Sign out",
    answers: { 204: answer("The session is over, its streams end.") },
  },
  "GET /api/auth/me": {
    tag: session,
    summary: "Who is signed in",
    answers: { 200: answer("The user.", "user") },
  },
  "POST /api/auth/password": {
    tag: session,
    summary: "Change the own password",
    body: changePasswordBody,
    answers: { 204: answer("It is changed."), 429: limited },
  },
  "POST /api/auth/password-reset": {
    tag: session,
    summary: "Have a link mailed that sets a new password",
    description: "The same answer whether there is such a user or not.",
    body: resetBody,
    answers: { 202: answer("If there is such a user, a mail is on its way."), 429: limited },
  },
  "POST /api/auth/password-reset/confirm": {
    tag: session,
    summary: "Set a password with a mailed link",
    description: "Ends all sessions of the user.",
    body: confirmBody,
    answers: { 204: answer("It is set.") },
  },
  "GET /api/users": {
    tag: administration,
    summary: "List users",
    answers: { 200: answer("All users of the company.", "items") },
  },
  "POST /api/users": {
    tag: administration,
    summary: "Invite a user by mail",
    command: true,
    body: inviteBody,
    answers: {
      200: answer("Invited before; a new mail is on its way.", "user"),
      201: answer("The new user.", "user"),
    },
  },
  "PATCH /api/users/:id": {
    tag: administration,
    summary: "Change a user's name or role, deactivate or activate",
    command: true,
    body: changeUserBody,
    answers: { 200: answer("The user after the change.", "user") },
  },
  "GET /api/api-keys": {
    tag: administration,
    summary: "List API keys",
    answers: { 200: answer("All keys, newest first, without themselves.", "items") },
  },
  "POST /api/api-keys": {
    tag: administration,
    summary: "Make an API key",
    command: true,
    body: createApiKeyBody,
    answers: {
      201: answer(
        "The key, which is shown this once.",
        "id",
        "name",
        "prefix",
        "lastFour",
        "key",
        "createdAt",
        "expiresAt",
      ),
    },
  },
  "DELETE /api/api-keys/:id": {
    tag: administration,
    summary: "Revoke an API key",
    command: true,
    answers: { 204: answer("It is revoked, or was before.") },
  },
  "GET /api/audit-log": {
    tag: administration,
    summary: "Who did what, when, from where",
    query: queryOf(auditQuery, [
      {
        name: "action",
        description: "Exactly this action, as `shipment.cancelled`.",
        schema: text,
      },
      { name: "subjectId", description: "Only what was done to this.", schema: text },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page, newest first.", "items", "nextCursor") },
  },
  "POST /api/imports": {
    tag: imports,
    summary: "Upload a CSV file to be imported",
    description: "UTF-8 with a header line, at most 20 MB.",
    media: "text/csv",
    query: [{ name: "kind", description: "What the lines are.", schema: oneOf(importKinds) }],
    answers: {
      202: answer("It is received and will be imported.", "importId"),
      413: answer("The file is too large.", "error"),
      415: answer("The body is no CSV in UTF-8.", "error"),
    },
  },
  "GET /api/imports": {
    tag: imports,
    summary: "List imports",
    answers: { 200: answer("The newest 50.", "items") },
  },
  "GET /api/imports/:id": {
    tag: imports,
    summary: "One import with its rejected lines",
    query: [
      {
        name: "afterLine",
        description: "Only rejections behind this line; an answer holds 1,000.",
        schema: { type: "integer", minimum: 0 },
      },
    ],
    answers: {
      200: answer(
        "How far it is.",
        "id",
        "kind",
        "state",
        "total",
        "processed",
        "accepted",
        "duplicates",
        "rejected",
      ),
    },
  },
  "GET /api/stream": {
    tag: "Other",
    summary: "Server-sent events",
    description:
      "`ready`: what happens from here on is told. `shipment`: one changed (`id, shipmentNumber, status, version, kinds, position`). `position`: the read API shows these positions by now (`applied`). `heartbeat`: every 15 s. `reset`: load anew, the place is too old or unknown or there was too much to tell. `signed_out`: the last one. The newest `id` in Last-Event-ID (or `lastEventId`) goes on from there.",
    query: [{ name: "lastEventId", description: "Instead of the header.", schema: text }],
    answers: {
      200: { description: "A stream that does not end by itself.", media: "text/event-stream" },
      429: answer("The user has 10 open streams.", "error"),
      503: answer("The service stops, or has too many open streams.", "error"),
    },
  },
  "GET /api/web-openapi.json": {
    tag: "Other",
    summary: "This document",
    answers: { 200: answer("OpenAPI 3.1.", "openapi") },
  },
};
