import type { InvoiceLineInput, InvoiceStatus } from "@shipment-tracking/domain";
import type { DemoCompany } from "./companies.ts";
import {
  customerOfShipment,
  type DemoCurrency,
  demoCurrencies,
  type PlannedCustomer,
  termsDays,
} from "./customers.ts";
import { createDice } from "./dice.ts";
import { invoiceLines } from "./invoice-lines.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";
import type { PlannedShipment } from "./plan.ts";

/** What happens to an invoice; `daysAgo` counts back from the present of the plan. */
export type InvoiceStep = { readonly daysAgo: number } & (
  | { readonly type: "issue" }
  /** A third of the balance, or all of it. */
  | { readonly type: "pay"; readonly share: "third" | "rest" }
  | { readonly type: "void" }
  | { readonly type: "give_up" }
);

export interface PlannedInvoice {
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly customerId: string;
  readonly shipmentId: string | null;
  readonly currency: DemoCurrency;
  readonly lineItems: readonly InvoiceLineInput[];
  readonly createdDaysAgo: number;
  /** After the creation of the draft. */
  readonly steps: readonly InvoiceStep[];
  /** Status that the steps lead to. */
  readonly ends: InvoiceStatus;
}

export interface InvoicePlanInput {
  readonly company: DemoCompany;
  readonly tenantId: string;
  readonly customers: readonly PlannedCustomer[];
  readonly shipments: readonly PlannedShipment[];
}

/** Each story in each currency, over the customers of the currency. The same ids for the same tenant. */
export function planInvoices(input: InvoicePlanInput): readonly PlannedInvoice[] {
  return demoCurrencies.flatMap((currency, turn) =>
    stories.map((story, index) => planInvoice(input, { currency, story, index, turn })),
  );
}

interface Slot {
  readonly currency: DemoCurrency;
  readonly story: Story;
  /** Of the story. */
  readonly index: number;
  /** Of the currency. */
  readonly turn: number;
}

function planInvoice(input: InvoicePlanInput, slot: Slot): PlannedInvoice {
  const { company, tenantId, customers, shipments } = input;
  const { currency, story, index, turn } = slot;
  const serial = turn * stories.length + index;
  const own = customers.filter(({ details }) => details.currency === currency);
  const customer = own[index % own.length];
  if (customer === undefined) throw new RangeError(`no customer pays in ${currency}`);
  const { customerId } = customer;
  const theirs = shipments.filter((_, place) => customerOfShipment(tenantId, place) === customerId);
  const steps = story.steps(termsDays[currency]);
  return {
    invoiceId: nameBasedUuid(tenantId, "demo invoice", serial),
    invoiceNumber: `${company.numberPrefix}-INV-${String(1_001 + serial)}`,
    customerId,
    shipmentId: theirs[index]?.shipmentId ?? null,
    currency,
    lineItems: invoiceLines({ company, currency, roll: createDice(serial * 31 + 7) }),
    createdDaysAgo: (steps[0]?.daysAgo ?? 0) + 1,
    steps,
    ends: story.ends,
  };
}

interface Story {
  readonly ends: InvoiceStatus;
  /** By the days that the customer has for paying. */
  steps(terms: number): readonly InvoiceStep[];
}

/** Not due yet, and overdue, in every status that can be; paid at once and in parts. */
const stories: readonly Story[] = [
  { ends: "draft", steps: () => [] },
  { ends: "issued", steps: (terms) => [issue(terms - 12)] },
  { ends: "issued", steps: (terms) => [issue(terms + 15)] },
  { ends: "partially_paid", steps: (terms) => [issue(terms - 8), pay("third", 3)] },
  { ends: "partially_paid", steps: (terms) => [issue(terms + 25), pay("third", 12)] },
  { ends: "paid", steps: (terms) => [issue(terms + 30), pay("rest", 34)] },
  {
    ends: "paid",
    steps: (terms) => [issue(terms + 45), pay("third", 50), pay("rest", 21)],
  },
  { ends: "void", steps: () => [issue(28), { type: "void", daysAgo: 27 }] },
  {
    ends: "uncollectible",
    steps: (terms) => [issue(terms + 150), { type: "give_up", daysAgo: 20 }],
  },
];

function issue(daysAgo: number): InvoiceStep {
  return { type: "issue", daysAgo };
}

function pay(share: "third" | "rest", daysAgo: number): InvoiceStep {
  return { type: "pay", share, daysAgo };
}
