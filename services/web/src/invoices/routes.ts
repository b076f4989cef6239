import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CommandContext } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { pathId } from "../http/path-id.ts";
import { newId } from "../ids.ts";
import { parseBody } from "../validation/fault.ts";
import { changeInvoice, type InvoiceAction } from "./change-invoice.ts";
import { createInvoice } from "./create-invoice.ts";
import { invoiceAnswer, paymentAnswer } from "./invoice-answer.ts";
import {
  createInvoiceBody,
  issueBody,
  paymentBody,
  reasonBody,
  updateInvoiceBody,
  versionBody,
} from "./invoice-body.ts";
import type { InvoiceOutcome } from "./record-invoice-event.ts";

type Read = (
  request: FastifyRequest,
  context: CommandContext,
) => { readonly version: number | undefined; readonly action: InvoiceAction };

const readUpdate: Read = (request) => {
  const { version, changes } = parseBody(updateInvoiceBody, request.body);
  return { version, action: { type: "update_invoice", changes } };
};

const readDelete: Read = (request) => {
  const { version } = parseBody(versionBody, request.body);
  return { version, action: { type: "delete_invoice" } };
};

const readIssue: Read = (request) => {
  const { version, issueDate = null, dueDate = null } = parseBody(issueBody, request.body);
  return { version, action: { type: "issue_invoice", issueDate, dueDate } };
};

const readPayment: Read = (request, { now }) => {
  const { version, amountMinor, ...given } = parseBody(paymentBody, request.body);
  const { currency = null, paidOn = null, reference = null } = given;
  const payment = { paymentId: newId(), amountMinor, currency, paidOn, reference };
  return { version, action: { type: "record_payment", now, ...payment } };
};

const readReversal: Read = (request, { now }) => {
  const { version, reason = null } = parseBody(reasonBody, request.body);
  const reversesPaymentId = pathId(request, "paymentId");
  const entry = { paymentId: newId(), reversesPaymentId, reference: reason };
  return { version, action: { type: "reverse_payment", now, ...entry } };
};

const readVoid: Read = (request, { now }) => {
  const { version, reason = null } = parseBody(reasonBody, request.body);
  return { version, action: { type: "void_invoice", now, reason } };
};

const readUncollectible: Read = (request, { now }) => {
  const { version, reason = null } = parseBody(reasonBody, request.body);
  return { version, action: { type: "mark_uncollectible", now, reason } };
};

/** Writing invoices: drafts, and what happens to them. */
export function registerInvoiceRoutes(app: FastifyInstance, web: WebContext): void {
  const change =
    (status: number, read: Read) =>
    (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const invoiceId = pathId(request, "id");
      const context = commandContext(request);
      const { version, action } = read(request, context);
      const command = { invoiceId, action, expectedVersion: version };
      return answerCommand(
        web,
        { request, reply },
        { work: async (tx) => answerOf(status, await changeInvoice(tx, context, command)) },
      );
    };

  app.post("/api/invoices", (request, reply) => {
    const wanted = { ...parseBody(createInvoiceBody, request.body), invoiceId: newId() };
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      { work: async (tx) => answerOf(201, await createInvoice(tx, context, wanted)) },
    );
  });
  app.patch("/api/invoices/:id", change(200, readUpdate));
  app.delete("/api/invoices/:id", change(204, readDelete));
  app.post("/api/invoices/:id/issue", change(200, readIssue));
  app.post("/api/invoices/:id/payments", change(201, readPayment));
  app.post("/api/invoices/:id/payments/:paymentId/reverse", change(201, readReversal));
  app.post("/api/invoices/:id/void", change(200, readVoid));
  app.post("/api/invoices/:id/uncollectible", change(200, readUncollectible));
}

function answerOf(status: number, outcome: InvoiceOutcome): CommandAnswer {
  if (outcome.outcome === "rejected") return refusedAnswer(outcome.rejection);
  const { state, payment, position } = outcome;
  if (state === null) return { status, body: null, position };
  const recorded = payment === null ? {} : { payment: paymentAnswer(payment) };
  return { status, body: { ...recorded, invoice: invoiceAnswer(state) }, position };
}
