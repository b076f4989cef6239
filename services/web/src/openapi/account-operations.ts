import { ownNameBody } from "../auth/own-account-routes.ts";
import { tenantBody } from "../tenants/routes.ts";
import { answer, type Operations } from "./operation.ts";
import { developerAnswer, ownSessionList, tenantAnswer } from "./schemas/account.ts";
import { session } from "./schemas/session.ts";

export const accountOperations: Operations = {
  "PATCH /api/auth/me": {
    tag: "Session",
    summary: "Change the own name",
    body: ownNameBody,
    answers: { 200: answer("The user after the change.", session) },
  },
  "GET /api/auth/sessions": {
    tag: "Session",
    summary: "Where the user is signed in",
    answers: { 200: answer("This session first.", ownSessionList) },
  },
  "DELETE /api/auth/sessions": {
    tag: "Session",
    summary: "Sign out everywhere else",
    answers: { 204: answer("All sessions of the user but this one are over, their streams end.") },
  },
  "GET /api/tenant": {
    tag: "Administration",
    summary: "The company and its settings",
    answers: { 200: answer("The company.", tenantAnswer) },
  },
  "PATCH /api/tenant": {
    tag: "Administration",
    summary: "Change the company's settings",
    command: true,
    body: tenantBody,
    answers: { 200: answer("The company after the change.", tenantAnswer) },
  },
  "GET /api/developer": {
    tag: "Other",
    summary: "Addresses for those who program against the service",
    answers: { 200: answer("Nothing secret.", developerAnswer) },
  },
};
