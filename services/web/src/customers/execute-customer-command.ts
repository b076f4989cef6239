import type { Position } from "@shipment-tracking/contracts";
import {
  type CustomerCommand,
  type CustomerDetails,
  type CustomerEvent,
  type CustomerState,
  decideCustomer,
  evolveCustomer,
  type Rejection,
} from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { recordAudit } from "../audit/record-audit.ts";
import { appendOne, headOf } from "../commands/append-one.ts";
import type { CommandContext } from "../commands/outcome.ts";
import { type NumberSeries, takeNumbers } from "../commands/take-numbers.ts";
import { TransactionConflict } from "../commands/transaction.ts";
import { auditCustomer } from "./audit-customer.ts";
import {
  findCustomersByNumber,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from "./customer-rows.ts";

export type CustomerOutcome =
  /** `position` is at or after the customer's newest event. */
  | { readonly outcome: "done"; readonly state: CustomerState; readonly position: Position }
  | { readonly outcome: "rejected"; readonly rejection: Rejection };

export interface NewCustomer {
  readonly customerId: string;
  /** Null: the tenant's next free number (`CUS-000001`…). */
  readonly customerNumber: string | null;
  readonly details: Omit<CustomerDetails, "customerNumber">;
}

const customerNumbers: NumberSeries = {
  counter: "customer_number",
  prefix: "CUS",
  findTaken: findCustomersByNumber,
};

/** Creates a customer inside the given transaction (`inRepeatedTransaction`: a generated number can be entered by hand in the same instant). */
export async function createCustomer(
  tx: Queryable,
  context: CommandContext,
  wanted: NewCustomer,
): Promise<CustomerOutcome> {
  const { tenantId, now } = context;
  const { customerId } = wanted;
  const [generated = ""] =
    wanted.customerNumber === null
      ? await takeNumbers(tx, tenantId, { series: customerNumbers, count: 1 })
      : [];
  const customerNumber = wanted.customerNumber ?? generated;
  const details = { ...wanted.details, customerNumber };
  const command: CustomerCommand = { type: "create_customer", customerId, now, details };
  const decision = decideCustomer(command, null);
  if (decision.outcome === "rejected") return decision;
  if (decision.outcome === "unchanged") throw new Error("A creation changes something");
  const state = evolveCustomer(null, decision.event);
  if (!(await insertCustomer(tx, tenantId, state))) {
    if (wanted.customerNumber === null) throw new TransactionConflict("the number was taken");
    return numberTaken(customerNumber);
  }
  return record(tx, context, { before: null, state, event: decision.event });
}

/** Changes a customer inside the given transaction. */
export async function changeCustomer(
  tx: Queryable,
  context: CommandContext,
  change: {
    readonly customerId: string;
    readonly changes: Partial<CustomerDetails>;
    readonly expectedVersion?: number | undefined;
  },
): Promise<CustomerOutcome> {
  const { tenantId, now } = context;
  const before = await lockCustomer(tx, tenantId, change.customerId);
  const decision = decideCustomer(
    { type: "update_customer", now, changes: change.changes },
    before,
  );
  if (decision.outcome === "rejected") return decision;
  if (before === null) throw new Error("Only a rejection can be decided about no customer");
  if (decision.outcome === "unchanged") {
    return { outcome: "done", state: before, position: await headOf(tx, before.customerId) };
  }
  const { expectedVersion = before.version } = change;
  if (expectedVersion !== before.version) {
    return conflict(
      `The customer has changed: it is at version ${String(before.version)}, not ${String(expectedVersion)}.`,
    );
  }
  const state = evolveCustomer(before, decision.event);
  const { customerNumber } = state.details;
  const owners = await findCustomersByNumber(tx, tenantId, [customerNumber]);
  const owner = owners.get(customerNumber);
  if (owner !== undefined && owner !== state.customerId) return numberTaken(customerNumber);
  await updateCustomer(tx, tenantId, state);
  return record(tx, context, { before, state, event: decision.event });
}

async function record(
  tx: Queryable,
  context: CommandContext,
  change: {
    readonly before: CustomerState | null;
    readonly state: CustomerState;
    readonly event: CustomerEvent;
  },
): Promise<CustomerOutcome> {
  const { before, state, event } = change;
  await recordAudit(tx, [auditCustomer(context, change)]);
  const position = await appendOne(tx, context, {
    streamId: state.customerId,
    expectedVersion: before?.version ?? 0,
    event,
  });
  return { outcome: "done", state, position };
}

function numberTaken(customerNumber: string): CustomerOutcome {
  return conflict(`The customer number ${customerNumber} is already used.`);
}

function conflict(reason: string): CustomerOutcome {
  return { outcome: "rejected", rejection: { kind: "conflict", reason } };
}
