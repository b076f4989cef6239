import { describe, expect, test } from "vitest";
import { findCustomerNames } from "./customer-names.ts";

function found(text: string, name: string, contactName: string | null = null) {
  return findCustomerNames(text, [{ name, contactName }]).map(({ start, end }) =>
    text.slice(start, end),
  );
}

describe("a customer's name is found", () => {
  test.each([
    ["Left at Müller Feinkost", "Müller Feinkost GmbH", "Müller Feinkost"],
    ["left at MULLER FEINKOST gmbh", "Müller Feinkost GmbH", "MULLER FEINKOST"],
    ["for Łódzka Fabryka.", "Lodzka Fabryka Sp. z o.o.", "Łódzka Fabryka"],
    ["Acme, gate 4", "ACME Inc.", "Acme"],
    ["Straßenbau-Meier!", "Strassenbau Meier AG", "Straßenbau-Meier"],
    ["to O'Brien & Sons", "O’Brien & Sons Ltd", "O'Brien & Sons"],
    ["Nordic Global Express late", "Nordic Global Express", "Nordic Global Express"],
    ["東京物流に届けました", "東京物流", "東京物流"],
    ["3M dock", "3M Poland", null],
    ["at IKEA", "IKEA", "IKEA"],
  ] as const)("in %s: %s", (text, name, expected) => {
    expect(found(text, name)).toEqual(expected === null ? [] : [expected]);
  });

  test.each([
    ["Signed by Anna Keller", "Anna Keller", "Anna Keller"],
    ["signed by ANNA KELLER", "Anna Keller", "ANNA KELLER"],
    ["Frau Keller was out", "Anna Keller", "Keller"],
    ["Mr. Núñez signed", "José Nunez", "Núñez"],
    ["pani Kowalska", "Ewa Kowalska", "Kowalska"],
  ])("by its contact in %s", (text, contact, expected) => {
    expect(found(text, "Some Firm", contact)).toEqual([expected]);
  });
});

describe("nothing is found", () => {
  test.each([
    ["Express delivery to the hub", "Express GmbH"],
    ["Transport by road", "Transport AG"],
    ["Left the depot", "Depot Ltd"],
    ["Post office closed", "Post"],
    ["Acmeville", "Acme"],
    ["Müllerstadt", "Müller GmbH"],
    ["Feinkost Müller", "Müller Feinkost"],
    ["Müller, then Feinkost by rail", "Müller Handels Feinkost"],
    ["at co", "Co"],
    ["", "Acme"],
    ["!!!", "!!!"],
    ["ab 12", "AB"],
  ])("in %s of %s", (text, name) => {
    expect(found(text, name)).toEqual([]);
  });

  test.each([
    ["Keller door open", "Anna Keller"],
    ["Anna signed", "Anna Keller"],
    ["Mr. President", null],
  ])("in %s of the contact %s", (text, contact) => {
    expect(found(text, "Some Firm", contact)).toEqual([]);
  });
});
