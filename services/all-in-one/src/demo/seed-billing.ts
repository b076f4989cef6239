import type { Pool, Queryable } from "@shipment-tracking/postgres";
import {
  changeInvoice,
  type CommandContext,
  createCustomer,
  createInvoice,
  inRepeatedTransaction,
  type InvoiceAction,
  type InvoiceOutcome,
} from "@shipment-tracking/web-service";
import type { PlannedCustomer } from "./customers.ts";
import { hourMs, instantOf } from "./instant.ts";
import type { InvoiceStep, PlannedInvoice } from "./invoices.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";

export interface BillingSeed {
  readonly context: CommandContext;
  /** Ms since the epoch: the present of the plan. */
  readonly now: number;
}

/** Older than the oldest invoice. */
const customersDaysAgo = 365;

/** Makes the customers in one transaction. */
export async function seedCustomers(
  pool: Pool,
  seed: BillingSeed,
  missing: readonly PlannedCustomer[],
): Promise<void> {
  await inRepeatedTransaction(pool, async (tx) => {
    for (const [index, customer] of missing.entries()) {
      const outcome = await createCustomer(
        tx,
        daysBefore(seed, customersDaysAgo - index),
        customer,
      );
      if (outcome.outcome === "rejected") throw refused(outcome.rejection);
    }
  });
}

/** An invoice and its history are written in one transaction: it is there whole or not at all. */
const invoicesPerTransaction = 12;

export async function seedInvoices(
  pool: Pool,
  seed: BillingSeed,
  missing: readonly PlannedInvoice[],
): Promise<void> {
  for (let start = 0; start < missing.length; start += invoicesPerTransaction) {
    const some = missing.slice(start, start + invoicesPerTransaction);
    await inRepeatedTransaction(pool, async (tx) => {
      for (const invoice of some) await seedInvoice(tx, seed, invoice);
    });
  }
}

async function seedInvoice(
  tx: Queryable,
  seed: BillingSeed,
  planned: PlannedInvoice,
): Promise<void> {
  const { invoiceId } = planned;
  const draft = { ...planned, issueDate: null, dueDate: null };
  let state = stateOf(await createInvoice(tx, daysBefore(seed, planned.createdDaysAgo), draft));
  for (const [index, step] of planned.steps.entries()) {
    const then = daysBefore(seed, step.daysAgo);
    const paymentId = nameBasedUuid(invoiceId, "demo payment", index);
    const action = actionOf(step, { now: then.now, balanceMinor: state.balanceMinor, paymentId });
    state = stateOf(await changeInvoice(tx, then, { invoiceId, action }));
  }
}

function daysBefore({ context, now }: BillingSeed, days: number): CommandContext {
  return { ...context, now: instantOf(now - days * 24 * hourMs) };
}

interface StepWorld {
  readonly now: CommandContext["now"];
  readonly balanceMinor: number;
  readonly paymentId: string;
}

function actionOf(step: InvoiceStep, { now, balanceMinor, paymentId }: StepWorld): InvoiceAction {
  switch (step.type) {
    case "issue":
      return { type: "issue_invoice", issueDate: null, dueDate: null };
    case "pay": {
      const amountMinor = step.share === "rest" ? balanceMinor : Math.ceil(balanceMinor / 3);
      const reference = `TRF ${paymentId.slice(0, 8).toUpperCase()}`;
      const payment = { now, paymentId, amountMinor, currency: null, paidOn: null, reference };
      return { type: "record_payment", ...payment };
    }
    case "void":
      return { type: "void_invoice", now, reason: "Wrong recipient" };
    case "give_up":
      return { type: "mark_uncollectible", now, reason: "Insolvency" };
  }
}

function stateOf(outcome: InvoiceOutcome): { readonly balanceMinor: number } {
  if (outcome.outcome === "rejected") throw refused(outcome.rejection);
  if (outcome.state === null) throw new Error("Nothing of the demo data is deleted");
  return outcome.state.invoice;
}

function refused(rejection: unknown): Error {
  return new Error(`Demo data was refused: ${JSON.stringify(rejection)}`);
}
