import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { containing, pageOf, readCreationCursor } from "../console/newest-first.ts";
import { limitField, parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { Refusal } from "../http/refusal.ts";
import { newId } from "../ids.ts";
import { pathId } from "../http/path-id.ts";
import { parseBody } from "../validation/fault.ts";
import { optionalText } from "../validation/fields.ts";
import { customerAnswer } from "./customer-answer.ts";
import { createCustomerBody, updateCustomerBody } from "./customer-body.ts";
import { findCustomer } from "./customer-rows.ts";
import {
  changeCustomer,
  createCustomer,
  type CustomerOutcome,
} from "./execute-customer-command.ts";
import { listCustomers } from "./list-customers.ts";

const list = "customers";

export const customersQuery = z.object({
  q: optionalText({ max: 200 }),
  status: optionalText({ max: 64 }),
  limit: limitField,
  cursor: z.string().optional(),
});

/** Customers of the signed-in user's company. */
export function registerCustomerRoutes(app: FastifyInstance, web: WebContext): void {
  app.get("/api/customers", async (request) => {
    const { q, status, limit, cursor } = parseQuery(customersQuery, request.query);
    const found = await listCustomers(web.pool, signedInUser(request).tenant.id, {
      limit: limit + 1,
      after: readCreationCursor(list, cursor),
      status: status ?? null,
      pattern: containing(q),
    });
    return pageOf(list, limit, found.map(customerAnswer));
  });

  app.get("/api/customers/:id", async (request) => {
    const customer = await findCustomer(
      web.pool,
      signedInUser(request).tenant.id,
      pathId(request, "id"),
    );
    if (customer === null) throw new Refusal(404, "Not found");
    return { customer: customerAnswer(customer) };
  });

  app.post("/api/customers", (request, reply) => {
    const wanted = { ...parseBody(createCustomerBody, request.body), customerId: newId() };
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      { work: async (tx) => answerOf(201, await createCustomer(tx, context, wanted)) },
    );
  });

  app.patch("/api/customers/:id", (request, reply) => {
    const change = changeOf(request);
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      { work: async (tx) => answerOf(200, await changeCustomer(tx, context, change)) },
    );
  });
}

function changeOf(request: FastifyRequest): Parameters<typeof changeCustomer>[2] {
  const customerId = pathId(request, "id");
  const { version, changes } = parseBody(updateCustomerBody, request.body);
  return { customerId, changes, expectedVersion: version };
}

function answerOf(status: number, outcome: CustomerOutcome): CommandAnswer {
  if (outcome.outcome === "rejected") return refusedAnswer(outcome.rejection);
  const { state, position } = outcome;
  return { status, body: { customer: customerAnswer(state) }, position };
}
