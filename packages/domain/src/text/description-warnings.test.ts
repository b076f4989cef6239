import { describe, expect, test } from "vitest";
import { descriptionWarnings } from "./description-warnings.ts";

describe("a description warns of a telephone number", () => {
  test.each([
    "Call +41 79 123 45 67 before delivery",
    "Rückruf unter 0171-2345678",
    "tel: 5551234567",
    "(030) 1234-5678",
    "555-867-5309 ask for Ann",
    "Appeler 01.23.45.67.89",
    "00 48 22 123 45 67",
    "on 2026-03-02 call 044 268 12 34",
    "Telefone 21987654321",
  ])("%s", (text) => {
    expect(descriptionWarnings(text)).toEqual(["telephone_number"]);
  });
});

describe("a description warns of an e-mail address", () => {
  test.each(["write to ann.lee@example.com", "müller@exämple.de", "<a@b.co.uk>"])("%s", (text) => {
    expect(descriptionWarnings(text)).toEqual(["email_address"]);
  });
});

describe("a description warns of a door code", () => {
  test.each([
    "Door code 4521",
    "gate code: #1234",
    "Türcode 12A4",
    "digicode B1204",
    "el código de la puerta es 9921",
    "código da porta: 4411#",
    "kod do bramy 7788",
    "PIN is 0042",
    "code is 12345#",
  ])("%s", (text) => {
    expect(descriptionWarnings(text)).toEqual(["door_code"]);
  });
});

describe("a description does not warn of", () => {
  test.each([
    "",
    "Left with the porter",
    "Delayed until 2026-03-02 14:30",
    "Neuer Termin 05.03.2026, 08:15-12:00",
    "new slot 3/5/2026 10:00",
    "Consignment JD014600003812345678",
    "SSCC 003412345678901234",
    "12 pallets, 4500 kg, 13.6 m",
    "postcode 8001 missing",
    "zip code 90210 corrected",
    "código postal 28013",
    "kod pocztowy 00950",
    "HS code 847130",
    "barcode unreadable",
    "flight LX 8812 at gate 23",
    "price @ 12.50",
    "order 4711-2231",
  ])("%s", (text) => {
    expect(descriptionWarnings(text)).toEqual([]);
  });
});

test("all three are named in one order", () => {
  const text = "code 4521, mail a@b.ch or call +41 79 123 45 67";
  expect(descriptionWarnings(text)).toEqual(["telephone_number", "email_address", "door_code"]);
});

// 64 KB is the largest body of a request; the public description itself is far shorter
test.each(["a", "@", "a@", "1", "0 ", "code ", "(", "a.", "a@a.", "tel "])(
  "64 KB of %j are searched in linear time",
  (piece) => {
    const text = piece.repeat(65_536 / piece.length);
    const started = performance.now();
    descriptionWarnings(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);
