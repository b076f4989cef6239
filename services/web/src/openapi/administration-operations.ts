import { createApiKeyBody } from "../api-keys/routes.ts";
import { auditQuery } from "../audit/routes.ts";
import { changePasswordBody, confirmBody, resetBody } from "../auth/password-routes.ts";
import { loginBody } from "../auth/routes.ts";
import { importKinds } from "../imports/columns.ts";
import { changeUserBody, inviteBody } from "../people/routes.ts";
import {
  answer,
  oneOf,
  type Operations,
  pageParameters,
  queryOf,
  refusal,
  text,
} from "./operation.ts";
import { apiKeyList, createdApiKey } from "./schemas/api-keys.ts";
import { auditPage } from "./schemas/audit.ts";
import { importList, startedImport, wholeImport } from "./schemas/imports.ts";
import { openApiDocument } from "./schemas/parts.ts";
import { session as sessionAnswer, userAnswer, userList } from "./schemas/session.ts";
import { streamEvents } from "./schemas/stream.ts";

const session = "Session";
const administration = "Administration";
const imports = "Imports";
const limited = refusal("Too many tries: Retry-After says when the next one counts.");

export const administrationOperations: Operations = {
  "POST /api/auth/login": {
    tag: session,
    summary: "Sign in",
    body: loginBody,
    answers: {
      200: answer("Signed in; the cookie is set.", sessionAnswer),
      401: refusal("Invalid email or password."),
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
    answers: { 200: answer("The user.", sessionAnswer) },
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
    answers: { 200: answer("All users of the company.", userList) },
  },
  "POST /api/users": {
    tag: administration,
    summary: "Invite a user by mail",
    command: true,
    body: inviteBody,
    answers: {
      200: answer("Invited before; a new mail is on its way.", userAnswer),
      201: answer("The new user.", userAnswer),
    },
  },
  "PATCH /api/users/:id": {
    tag: administration,
    summary: "Change a user's name or role, deactivate or activate",
    command: true,
    body: changeUserBody,
    answers: { 200: answer("The user after the change.", userAnswer) },
  },
  "GET /api/api-keys": {
    tag: administration,
    summary: "List API keys",
    answers: { 200: answer("All keys, newest first, without themselves.", apiKeyList) },
  },
  "POST /api/api-keys": {
    tag: administration,
    summary: "Make an API key",
    command: true,
    body: createApiKeyBody,
    answers: {
      201: answer("The key, which is shown this once.", createdApiKey),
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
    answers: { 200: answer("One page, newest first.", auditPage) },
  },
  "POST /api/imports": {
    tag: imports,
    summary: "Upload a CSV file to be imported",
    description: "UTF-8 with a header line, at most 20 MB.",
    media: "text/csv",
    query: [{ name: "kind", description: "What the lines are.", schema: oneOf(importKinds) }],
    answers: {
      202: answer("It is received and will be imported.", startedImport),
      413: refusal("The file is too large."),
      415: refusal("The body is no CSV in UTF-8."),
    },
  },
  "GET /api/imports": {
    tag: imports,
    summary: "List imports",
    answers: { 200: answer("The newest 50.", importList) },
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
      200: answer("How far it is.", wholeImport),
    },
  },
  "GET /api/stream": {
    tag: "Other",
    summary: "Server-sent events",
    description:
      "Each event has one of the names of `x-events` and JSON of that schema as its data. The newest `id` in Last-Event-ID (or `lastEventId`) goes on from there.",
    query: [{ name: "lastEventId", description: "Instead of the header.", schema: text }],
    answers: {
      200: {
        description: "A stream that does not end by itself.",
        media: "text/event-stream",
        events: streamEvents,
      },
      429: refusal("The user has 10 open streams."),
      503: refusal("The service stops, or has too many open streams."),
    },
  },
  "GET /api/web-openapi.json": {
    tag: "Other",
    summary: "This document",
    answers: { 200: answer("OpenAPI 3.1.", openApiDocument) },
  },
};
