import { describe, expect, test } from "vitest";
import { decideInvoice } from "./decide.ts";
import {
  create,
  created,
  customerId,
  eventOf,
  freight,
  invoiceId,
  issue,
  later,
  pay,
  play,
  refusal,
  remove,
  reverse,
  uncollectible,
  update,
  voiding,
} from "./fixtures/commands.ts";
import { isOverdue } from "./state.ts";

const shipment = { shipmentId: "6d4f2a80-0000-4000-8000-000000000003", shipmentNumber: "SHP-7" };

describe("creating", () => {
  test("carries the whole draft, with tax apart from the rest", () => {
    const lineItems = [
      { ...freight, quantity: "2.5", unitAmountMinor: 333 },
      { ...freight, chargeCode: "discount", unitAmountMinor: -100 },
      { ...freight, chargeCode: "tax", quantity: "0.077", unitAmountMinor: 1000 },
    ] as const;
    expect(eventOf(decideInvoice(create({ lineItems, shipment }), null))).toEqual({
      type: "invoice.created",
      invoiceId,
      invoice: {
        invoiceNumber: "INV-000001",
        status: "draft",
        customerId,
        customerName: "Alpha AG",
        ...shipment,
        currency: "EUR",
        subtotalMinor: 732,
        taxMinor: 77,
        totalMinor: 809,
        amountPaidMinor: 0,
        balanceMinor: 809,
        lineItems: [
          { ...lineItems[0], amountMinor: 832 },
          { ...lineItems[1], amountMinor: -100 },
          { ...lineItems[2], amountMinor: 77 },
        ],
        issueDate: null,
        dueDate: null,
        issuedAt: null,
        paidAt: null,
        voidedAt: null,
        createdAt: created,
        updatedAt: created,
      },
    });
  });

  test("a draft may be empty", () => {
    expect(play(create({ lineItems: [] })).invoice).toMatchObject({
      subtotalMinor: 0,
      taxMinor: 0,
      totalMinor: 0,
      balanceMinor: 0,
    });
  });

  const max = Number.MAX_SAFE_INTEGER;
  test.each([
    [{ quantity: "1e3" }, /^invalid: lineItems\[1\]\.quantity: must be a decimal text above 0/],
    [{ quantity: "0" }, /^invalid: lineItems\[1\]\.quantity: must be/],
    [{ unitAmountMinor: 1.5 }, /^invalid: lineItems\[1\]\.unitAmountMinor: must be a whole number/],
    [{ unitAmountMinor: 2 ** 53 }, /^invalid: lineItems\[1\]\.unitAmountMinor: must be a whole/],
    [{ unitAmountMinor: -1 }, /^invalid: lineItems\[1\]\.unitAmountMinor: can be negative for a d/],
    [{ quantity: "2", unitAmountMinor: max }, /unitAmountMinor: × quantity is beyond the largest/],
    [{ amountMinor: 999 }, /^invalid: lineItems\[1\]\.amountMinor: must be 1000: quantity × unit/],
    [{ unitAmountMinor: max }, /^invalid: lineItems: their total is beyond the largest amount/],
    [{ chargeCode: "tax", unitAmountMinor: max }, /^invalid: lineItems: their total is beyond/],
  ] as const)("a line with %j is refused", (line, sentence) => {
    const lineItems = [freight, { ...freight, ...line }];
    expect(refusal(create({ lineItems }), null)).toMatch(sentence);
  });

  test("a due date before the issue date is refused", () => {
    expect(refusal(create({ issueDate: "2026-03-02", dueDate: "2026-03-01" }), null)).toBe(
      "invalid: dueDate: must not lie before the issue date.",
    );
  });

  test("twice is refused", () => {
    expect(refusal(create(), play(create()))).toBe("conflict: The invoice exists already.");
  });
});

describe("updating a draft", () => {
  test("keeps what is not given and computes the totals anew", () => {
    const state = play(
      create({ shipment, dueDate: "2026-05-01" }),
      update({ lineItems: [freight, freight] }),
    );
    expect(state.invoice).toMatchObject({
      ...shipment,
      dueDate: "2026-05-01",
      totalMinor: 2000,
      balanceMinor: 2000,
      createdAt: created,
      updatedAt: later,
    });
    expect(state.version).toBe(2);
  });

  test("with the values it has changes nothing", () => {
    const decision = decideInvoice(update({ lineItems: [freight] }), play(create()));
    expect(decision).toEqual({ outcome: "unchanged" });
  });

  test("is refused later, as is deleting", () => {
    const state = play(create(), issue(), pay(1));
    expect(refusal(update({}), state)).toBe(
      "conflict: The invoice is partially paid; only drafts can be changed.",
    );
    expect(refusal(remove, state)).toBe(
      "conflict: The invoice is partially paid; only drafts can be deleted.",
    );
  });
});

describe("issuing", () => {
  test("dates the invoice by the day in UTC and the customer's terms", () => {
    expect(play(create(), issue({ terms: 30 })).invoice).toMatchObject({
      status: "issued",
      issueDate: "2026-03-02",
      dueDate: "2026-04-01",
      issuedAt: later,
    });
  });

  test("prefers the draft's dates to the terms, and the command's to the draft's", () => {
    const dated = create({ issueDate: "2026-02-28", dueDate: "2026-03-15" });
    expect(play(dated, issue({ terms: 30 })).invoice).toMatchObject({
      issueDate: "2026-02-28",
      dueDate: "2026-03-15",
    });
    const given = issue({ issueDate: "2026-03-01", dueDate: "2026-03-20", terms: 30 });
    expect(play(dated, given).invoice).toMatchObject({
      issueDate: "2026-03-01",
      dueDate: "2026-03-20",
    });
  });

  test("may be due on the day of issue", () => {
    expect(play(create(), issue({ terms: 0 })).invoice.dueDate).toBe("2026-03-02");
  });

  test("without date and terms there is no due date", () => {
    expect(play(create(), issue()).invoice.dueDate).toBeNull();
  });

  test("freezes the customer's name of that day", () => {
    const command = { ...issue(), customer: { name: "Beta AG", paymentTermsDays: null } };
    const event = decideInvoice(command, play(create()));
    expect(eventOf(event)).toMatchObject({ invoice: { customerName: "Beta AG" } });
  });

  test.each([
    [play(create({ lineItems: [] })), issue(), /^conflict: The invoice has no line items/],
    [
      play(create({ lineItems: [{ ...freight, chargeCode: "discount", unitAmountMinor: -1 }] })),
      issue(),
      /^conflict: The invoice's total is negative/,
    ],
    [play(create()), issue({ dueDate: "2026-03-01" }), /^invalid: dueDate: must not lie before/],
    [
      play(create({ issueDate: "9999-12-31" })),
      issue({ terms: 1 }),
      /^invalid: dueDate: would be beyond the year 9999/,
    ],
  ])("is refused (%#)", (state, command, sentence) => {
    expect(refusal(command, state)).toMatch(sentence);
  });
});

describe("payments", () => {
  const issued = play(create(), issue());

  test("add up until nothing is owed", () => {
    const part = play(create(), issue(), pay(400, { paidOn: "2026-03-03" }));
    expect(part.invoice).toMatchObject({ amountPaidMinor: 400, balanceMinor: 600, paidAt: null });
    const event = eventOf(decideInvoice(pay(600, { paymentId: "second" }), part));
    expect(event).toMatchObject({
      type: "invoice.payment_recorded",
      invoice: { status: "paid", amountPaidMinor: 1000, balanceMinor: 0, paidAt: later },
      payment: { paymentId: "second", amountMinor: 600, paidOn: "2026-03-02", reference: null },
    });
  });

  test.each([
    [pay(0), "invalid: amountMinor: must be a whole number of minor units above 0."],
    [pay(-5), "invalid: amountMinor: must be a whole number of minor units above 0."],
    [pay(1001), "conflict: The payment is more than the balance of 1000 minor units."],
    [pay(1, { currency: "USD" }), "invalid: currency: must be the invoice's, EUR."],
    [pay(1, { paidOn: "2026-03-04" }), "invalid: paidOn: must not lie in the future."],
  ])("are refused (%#)", (command, sentence) => {
    expect(refusal(command, issued)).toBe(sentence);
  });

  test("of an invoice over nothing are refused: nothing is owed", () => {
    const free = play(create({ lineItems: [{ ...freight, unitAmountMinor: 0 }] }), issue());
    expect(refusal(pay(1), free)).toBe(
      "conflict: The payment is more than the balance of 0 minor units.",
    );
  });
});

describe("reversing a payment", () => {
  const part = play(create(), issue(), pay(400), pay(100, { paymentId: "second" }));

  test("is a counter-entry that names the payment", () => {
    expect(eventOf(decideInvoice(reverse("first"), part))).toMatchObject({
      type: "invoice.payment_recorded",
      invoice: { status: "partially_paid", amountPaidMinor: 100, balanceMinor: 900 },
      payment: { paymentId: "reversal", amountMinor: -400, reversesPaymentId: "first" },
    });
  });

  test("of the last one leaves the invoice as issued, which can then be voided", () => {
    const state = play(create(), issue(), pay(400), reverse("first"), voiding);
    expect(state.invoice).toMatchObject({ status: "void", amountPaidMinor: 0, voidedAt: later });
  });

  test("is refused for what is no open payment", () => {
    const reversed = play(
      create(),
      issue(),
      pay(400),
      pay(1, { paymentId: "2" }),
      reverse("first"),
    );
    expect(refusal(reverse("third"), part)).toBe("not_found: The invoice has no such payment.");
    expect(refusal(reverse("first"), reversed)).toBe("conflict: The payment is reversed already.");
    expect(refusal(reverse("reversal"), reversed)).toMatch(/^conflict: This entry is itself/);
  });

  test("is refused once the invoice is paid, which is final", () => {
    expect(refusal(reverse("first"), play(create(), issue(), pay(1000)))).toBe(
      "conflict: The invoice is paid; its payments are final.",
    );
  });
});

test("a partially paid invoice says why it cannot be voided", () => {
  expect(refusal(voiding, play(create(), issue(), pay(1)))).toBe(
    "conflict: Payments are recorded on the invoice; reverse them before voiding it.",
  );
});

test.each([update({}), issue(), pay(1), reverse("x"), voiding, uncollectible, remove])(
  "$type of an invoice that does not exist is not found",
  (command) => {
    expect(refusal(command, null)).toBe("not_found: There is no such invoice.");
  },
);

describe("overdue", () => {
  const due = { status: "issued", balanceMinor: 1, dueDate: "2026-03-31" } as const;
  test.each([
    [due, "2026-03-31", false],
    [due, "2026-04-01", true],
    [{ ...due, status: "partially_paid" }, "2026-04-01", true],
    [{ ...due, balanceMinor: 0 }, "2026-04-01", false],
    [{ ...due, dueDate: null }, "2026-04-01", false],
    [{ ...due, status: "draft" }, "2026-04-01", false],
    [{ ...due, status: "paid" }, "2026-04-01", false],
    [{ ...due, status: "void" }, "2026-04-01", false],
    [{ ...due, status: "uncollectible" }, "2026-04-01", false],
  ] as const)("%j on %s: %s", (invoice, today, overdue) => {
    expect(isOverdue(invoice, today)).toBe(overdue);
  });
});
