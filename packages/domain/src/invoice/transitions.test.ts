import { describe, expect, test } from "vitest";
import type { InvoiceCommand } from "./commands.ts";
import { decideInvoice } from "./decide.ts";
import type { InvoiceStatus } from "./events.ts";
import {
  create,
  issue,
  pay,
  play,
  remove,
  reverse,
  uncollectible,
  update,
  voiding,
} from "./fixtures/commands.ts";
import { evolveInvoice, type InvoiceState } from "./state.ts";

const states: Readonly<Record<InvoiceStatus, InvoiceState>> = {
  draft: play(create()),
  issued: play(create(), issue()),
  partially_paid: play(create(), issue(), pay(400)),
  paid: play(create(), issue(), pay(400), pay(600, { paymentId: "second" })),
  void: play(create(), issue(), voiding),
  uncollectible: play(create(), issue(), pay(400), uncollectible),
};

const commands: Readonly<Record<string, InvoiceCommand>> = {
  update: update({ currency: "CHF" }),
  delete: remove,
  issue: issue(),
  "pay a part": pay(100, { paymentId: "third" }),
  "pay all of 1000": pay(1000, { paymentId: "third" }),
  "pay the rest of 600": pay(600, { paymentId: "third" }),
  "reverse the first": reverse("first"),
  void: voiding,
  uncollectible,
};

// "-": refused with a sentence; "gone": deleted
const table: readonly (readonly [InvoiceStatus, string, string])[] = [
  ["draft", "update", "draft"],
  ["draft", "delete", "gone"],
  ["draft", "issue", "issued"],
  ["draft", "pay a part", "-"],
  ["draft", "pay all of 1000", "-"],
  ["draft", "pay the rest of 600", "-"],
  ["draft", "reverse the first", "-"],
  ["draft", "void", "-"],
  ["draft", "uncollectible", "-"],
  ["issued", "update", "-"],
  ["issued", "delete", "-"],
  ["issued", "issue", "-"],
  ["issued", "pay a part", "partially_paid"],
  ["issued", "pay all of 1000", "paid"],
  ["issued", "pay the rest of 600", "partially_paid"],
  ["issued", "reverse the first", "-"],
  ["issued", "void", "void"],
  ["issued", "uncollectible", "uncollectible"],
  ["partially_paid", "update", "-"],
  ["partially_paid", "delete", "-"],
  ["partially_paid", "issue", "-"],
  ["partially_paid", "pay a part", "partially_paid"],
  ["partially_paid", "pay all of 1000", "-"],
  ["partially_paid", "pay the rest of 600", "paid"],
  ["partially_paid", "reverse the first", "issued"],
  ["partially_paid", "void", "-"],
  ["partially_paid", "uncollectible", "uncollectible"],
  ["paid", "update", "-"],
  ["paid", "delete", "-"],
  ["paid", "issue", "-"],
  ["paid", "pay a part", "-"],
  ["paid", "pay all of 1000", "-"],
  ["paid", "pay the rest of 600", "-"],
  ["paid", "reverse the first", "-"],
  ["paid", "void", "-"],
  ["paid", "uncollectible", "-"],
  ["void", "update", "-"],
  ["void", "delete", "-"],
  ["void", "issue", "-"],
  ["void", "pay a part", "-"],
  ["void", "pay all of 1000", "-"],
  ["void", "pay the rest of 600", "-"],
  ["void", "reverse the first", "-"],
  ["void", "void", "-"],
  ["void", "uncollectible", "-"],
  ["uncollectible", "update", "-"],
  ["uncollectible", "delete", "-"],
  ["uncollectible", "issue", "-"],
  ["uncollectible", "pay a part", "-"],
  ["uncollectible", "pay all of 1000", "-"],
  ["uncollectible", "pay the rest of 600", "-"],
  ["uncollectible", "reverse the first", "-"],
  ["uncollectible", "void", "-"],
  ["uncollectible", "uncollectible", "-"],
];

describe("transitions", () => {
  test.each(table)("%s, %s → %s", (from, name, to) => {
    const command = commands[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    const decision = decideInvoice(command, states[from]);
    if (decision.outcome !== "accepted") {
      expect(decision.outcome).toBe("rejected");
      expect(to).toBe("-");
      return;
    }
    const after = evolveInvoice(states[from], decision.event);
    expect(after?.invoice.status ?? "gone").toBe(to);
    expect(after === null || after.version === states[from].version + 1).toBe(true);
  });

  test("the table has every cell once", () => {
    const cells = new Set(table.map(([from, name]) => `${from} ${name}`));
    expect(cells.size).toBe(table.length);
    expect(table).toHaveLength(Object.keys(states).length * Object.keys(commands).length);
  });

  test("each fixture is in the state it is named for", () => {
    for (const [status, state] of Object.entries(states)) expect(state.invoice.status).toBe(status);
  });
});
