import fc from "fast-check";
import { expect, test } from "vitest";
import type { InvoiceCommand, InvoiceLineInput } from "./commands.ts";
import { decideInvoice } from "./decide.ts";
import { chargeCodes } from "./events.ts";
import {
  create,
  freight,
  issue,
  pay,
  reverse,
  uncollectible,
  update,
  voiding,
} from "./fixtures/commands.ts";
import { evolveInvoice, type InvoiceState } from "./state.ts";

const line: fc.Arbitrary<InvoiceLineInput> = fc
  .record({
    chargeCode: fc.constantFrom(...chargeCodes),
    quantity: fc.constantFrom("1", "2.5", "0.333333", "999999999"),
    unitAmountMinor: fc.oneof(fc.nat(5000), fc.maxSafeNat()),
  })
  .map((chosen) => ({ ...freight, ...chosen }));

const command: fc.Arbitrary<InvoiceCommand> = fc.oneof(
  fc.array(line, { maxLength: 3 }).map((lineItems) => update({ lineItems })),
  fc.constant(issue()),
  fc.tuple(fc.nat(1500), fc.nat(3)).map(([amount, id]) => pay(amount, { paymentId: String(id) })),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([of, id]) => reverse(String(of), `r${String(id)}`)),
  fc.constantFrom(voiding, uncollectible),
);

function check({ invoice, payments }: InvoiceState): void {
  const sum = (amounts: readonly number[]) =>
    amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const of = (tax: boolean) =>
    sum(
      invoice.lineItems
        .filter((item) => (item.chargeCode === "tax") === tax)
        .map((item) => item.amountMinor),
    );
  expect(BigInt(invoice.taxMinor)).toBe(of(true));
  expect(BigInt(invoice.subtotalMinor)).toBe(of(false));
  expect(BigInt(invoice.totalMinor)).toBe(of(true) + of(false));
  expect(BigInt(invoice.amountPaidMinor)).toBe(sum(payments.map((one) => one.amountMinor)));
  expect(BigInt(invoice.totalMinor)).toBe(
    BigInt(invoice.amountPaidMinor) + BigInt(invoice.balanceMinor),
  );
  expect(invoice.amountPaidMinor).toBeGreaterThanOrEqual(0);
  if (invoice.status === "paid") expect(invoice.balanceMinor).toBe(0);
  if (invoice.status === "partially_paid") {
    expect(invoice.amountPaidMinor).toBeGreaterThan(0);
    expect(invoice.balanceMinor).toBeGreaterThan(0);
  }
  if (invoice.status === "void" || invoice.status === "issued") {
    expect(invoice.amountPaidMinor).toBe(0);
  }
  expect(invoice.paidAt !== null).toBe(invoice.status === "paid");
  expect(invoice.voidedAt !== null).toBe(invoice.status === "void");
  expect(invoice.issuedAt !== null).toBe(invoice.status !== "draft");
}

test("whatever is commanded, the amounts agree with the lines, the payments and the status", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      let state: InvoiceState | null = null;
      for (const next of [create(), ...commands]) {
        const decision = decideInvoice(next, state);
        if (decision.outcome !== "accepted") continue;
        state = evolveInvoice(state, decision.event);
        accepted += 1;
        if (state !== null) check(state);
      }
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(1000);
});
