import { dateOf } from "@shipment-tracking/domain";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { containing, pageOf, readCreationCursor } from "../console/newest-first.ts";
import { limitField, parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import { pathId } from "../http/path-id.ts";
import { Refusal } from "../http/refusal.ts";
import { currentInstant } from "../ids.ts";
import { optionalText, uuidField } from "../validation/fields.ts";
import { invoiceAnswer, paymentAnswer } from "./invoice-answer.ts";
import { findInvoice } from "./invoice-rows.ts";
import { listInvoices } from "./list-invoices.ts";
import { findPayments } from "./payment-rows.ts";

const list = "invoices";

export const invoicesQuery = z.object({
  q: optionalText({ max: 200 }),
  status: optionalText({ max: 64 }),
  customerId: uuidField.optional(),
  shipmentId: uuidField.optional(),
  overdue: z.enum(["true", "false"]).optional(),
  limit: limitField,
  cursor: z.string().optional(),
});

/** Invoices of the signed-in user's company. */
export function registerInvoiceReadRoutes(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/invoices", async (request) => {
    const query = parseQuery(invoicesQuery, request.query);
    const found = await listInvoices(pool, signedInUser(request).tenant.id, {
      limit: query.limit + 1,
      after: readCreationCursor(list, query.cursor),
      status: query.status ?? null,
      customerId: query.customerId ?? null,
      shipmentId: query.shipmentId ?? null,
      overdueOn: query.overdue === "true" ? dateOf(currentInstant()) : null,
      pattern: containing(query.q),
    });
    return pageOf(list, query.limit, found.map(invoiceAnswer));
  });

  app.get("/api/invoices/:id", async (request) => {
    const { tenant } = signedInUser(request);
    const invoice = await findInvoice(pool, tenant.id, pathId(request, "id"));
    if (invoice === null) throw new Refusal(404, "Not found");
    const payments = await findPayments(pool, invoice.invoiceId);
    return {
      invoice: invoiceAnswer(invoice),
      payments: payments.map((payment) => ({
        ...paymentAnswer(payment),
        recordedAt: payment.recordedAt,
      })),
    };
  });
}
