import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPrivateData } from "./private-data.ts";
import { privateKinds, privateSentences, type PrivateKind } from "./private-find.ts";

const kindsIn = (text: string) => [...new Set(findPrivateData(text).map(({ kind }) => kind))];

const holds: Readonly<Record<Exclude<PrivateKind, "customer_name">, readonly string[]>> = {
  telephone_number: [
    "Call +49 30 1234567 on arrival",
    "Call +1 (212) 555-0123",
    "+44 20 7946 0958",
    "0044 20 7946 0958",
    "Driver: 0171 2345678",
    "Tel. 030/1234567",
    "Tel: 089-123456-78",
    "(212) 555-0123",
    "212-555-0123",
    "212.555.0123",
    "Fahrer unter 01712345678 anrufen",
    "appelez le 06 12 34 56 78",
    "06.12.34.56.78",
    "llamar 612 345 678",
    "móvil: 612 34 56 78",
    "zadzwoń 601 234 567",
    "601-234-567",
    "ligar (11) 91234-5678",
    "+55 11 91234-5678",
    "celular 11 91234-5678",
    "WhatsApp 612345678",
    "mobile 07700 900123",
    "Handy: 0041 79 123 45 67",
    "+48601234567",
    "phone 5550123",
    "Order 7, call 020 7946 0958",
    "Call +41 79 123 45 67 before delivery",
    "Rückruf unter 0171-2345678",
    "tel: 5551234567",
    "(030) 1234-5678",
    "555-867-5309 ask for Ann",
    "Appeler 01.23.45.67.89",
    "00 48 22 123 45 67",
    "on 2026-03-02 call 044 268 12 34",
    "Telefone 21987654321",
  ],
  email_address: [
    "Ask anna@example.com",
    "Mail: a.keller+lager@firma.co.uk",
    "<dock@werk.example>",
    "jürgen@müller.de",
    "write to j_doe@mail.example.org.",
    "müller@exämple.de",
    "<a@b.co.uk>",
  ],
  street_address: [
    "Left at Hauptstraße 12",
    "Hauptstrasse 12a",
    "Hauptstr. 5",
    "Lange Gasse 3",
    "Berliner Allee 100",
    "Straße des 17. Juni, Bismarckstraße 10",
    "Birkenweg 3",
    "Marktplatz 1",
    "Holbeinring 7",
    "12 High Street",
    "221b Baker Street",
    "at 1600 Pennsylvania Avenue",
    "350 Fifth Ave, reception",
    "7 Church Lane",
    "10 N. Main St",
    "Delivered to 5 Queen's Road",
    "Baker Street 221b",
    "Av. Paulista 1578",
    "Rua das Flores, 25",
    "Rua Augusta 1500",
    "calle Mayor 5",
    "Calle de Alcalá, 42",
    "C/ Mayor 5",
    "avenida de América 12",
    "12 rue de la Paix",
    "12, avenue Foch",
    "3 bis boulevard Voltaire",
    "rue de Rivoli 99",
    "ul. Długa 12/4",
    "ul. Marszałkowska 10",
    "na ulicy Długiej 5",
    "al. Jerozolimskie 54",
    "Keizersgracht, Damstraat 4",
  ],
  door_code: [
    "Gate code 4711",
    "door code is 4711#",
    "Türcode: 1234",
    "Zugangscode 998877",
    "PIN 0815",
    "Code für die Tür 2580",
    "digicode 12A45",
    "code porte B1234",
    "código de la puerta 5566",
    "kod do bramy 7788",
    "kodem 4455",
    "senha 4321",
    "Lockbox 1212",
    "keypad *1234#",
    "Buzzer 14",
    "Klingel Nr. 7",
    "interphone 23",
    "domofon 12",
    "interfone 81",
    "enter 4711# at the door",
    "Passcode 55512",
    "gate code: #1234",
    "Türcode 12A4",
    "el código de la puerta es 9921",
    "código da porta: 4411#",
    "PIN is 0042",
  ],
  postal_code: [
    "10115 Berlin",
    "D-10115 Berlin",
    "75002 Paris",
    "28013 Madrid",
    "00-950 Warszawa",
    "01310-100 São Paulo",
    "CH-8001 Zürich",
    "1012 AB Amsterdam",
    "SW1A 1AA",
    "left at EC1A 1BB",
    "Springfield, IL 62704",
    "PLZ 8001",
    "code postal 75002",
    "kod pocztowy 00-950",
    "1100-148 Lisboa",
  ],
};

const holdsNothing = [
  "Gate 4",
  "Gate 12B",
  "ETA 12:30",
  "ETA 12h30",
  "ref 2026-004217",
  "Ref. 2026/004217",
  "2 pallets 340 kg",
  "Docks 3-7",
  "Dock 14",
  "Ramp 7, bay 3",
  "Shipment SHP-000042",
  "SHP-2026-0042177",
  "1Z999AA10123456784",
  "Container MSKU 123456 7",
  "MSKU1234567",
  "AWB 020-12345675",
  "Seal 00458921",
  "Order 4500017391",
  "PO 4500017391",
  "Invoice no. 20260042178",
  "Delivered 2026-05-03",
  "Delivered 03.05.2026 at 14:05",
  "03/05/2026",
  "3.5.26 10:15",
  "between 08:00 and 12:00",
  "Window 8-12",
  "340.5 kg, 1.250 m³",
  "Weight 12345678 g",
  "2,450.00 EUR",
  "12 of 14 parcels",
  "24 pallets unloaded",
  "12000 Pakete sortiert",
  "25000 Kilogramm",
  "Flight LH 8404",
  "Flight 8404 Frankfurt",
  "Truck 10115 Berlin",
  "Ref 10115 Berlin",
  "Autobahn A3, km 120",
  "Highway 66 closed",
  "Delay of 45 min on the way",
  "2 Trucks On The Way",
  "Umweg 30 km",
  "Lagerplatz 4",
  "Stellplatz 12",
  "Rückweg 2 Tage",
  "Temperature -18 °C",
  "18.5°C to 4 °C",
  "Error code 4711",
  "Status code 200",
  "HS code 847130",
  "Barcode 4006381333931",
  "QR code 12 scanned",
  "código de barras 123456",
  "kod kreskowy 123456",
  "Incoterm DAP 2020",
  "Signed by reception",
  "Left with a neighbour",
  "Handed over to the carrier",
  "Refused: packaging damaged",
  "In transit via Hamburg 12:30",
  "via Rotterdam",
  "Street closed, detour",
  "Road works until Friday",
  "Rue barrée, retard 20 min",
  "En route",
  "Calle cortada",
  "Ulica zamknięta",
  "Weitertransport mit Zug 4711",
  "Zug 4501 ab 10:15",
  "Customs cleared MRN 26DE1234567890",
  "Vessel voyage 214W",
  "Terminal 2, Gate B22",
  "Hub 7 Leipzig",
  "Route 12, stop 3",
  "Stop 7 of 12",
  "Floor 3",
  "Pieces 3/3",
  "#1234",
  "Quai 4",
  "Muelle 12",
  "Rampa 3",
  "2 @ 340 kg",
  "Weather: wind 60 km/h",
  "Version 1.2.3",
  "10.000 Stück",
  "5 Drive axles checked",
  "Week 48/2026",
  "KW 48",
  "2026",
  "",
  "到着しました",
  "تم التسليم",
  "Left with the porter",
  "Delayed until 2026-03-02 14:30",
  "Neuer Termin 05.03.2026, 08:15-12:00",
  "new slot 3/5/2026 10:00",
  "Consignment JD014600003812345678",
  "SSCC 003412345678901234",
  "12 pallets, 4500 kg, 13.6 m",
  "barcode unreadable",
  "flight LX 8812 at gate 23",
  "price @ 12.50",
  "order 4711-2231",
];

describe.each(Object.entries(holds))("a %s", (kind, texts) => {
  test.each(texts)("is seen in: %s", (text) => {
    expect(kindsIn(text)).toContain(kind);
  });
});

test.each(holdsNothing)("nothing is seen in: %s", (text) => {
  expect(findPrivateData(text)).toEqual([]);
});

test("there are enough cases for both", () => {
  expect(Object.values(holds).flat().length + holdsNothing.length).toBeGreaterThanOrEqual(120);
});

test("a find says where it is", () => {
  const text = "Łódź, call 0171 2345678 or anna@example.com";
  const found = findPrivateData(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
  expect(found).toEqual([
    ["telephone_number", "0171 2345678"],
    ["email_address", "anna@example.com"],
  ]);
});

test("every kind has its sentence", () => {
  for (const kind of privateKinds) expect(privateSentences[kind]).toMatch(/^This .+ read it\.$/);
});

test("whatever the text is, finds lie in it, in order, without overlap", () => {
  const pieces = fc.constantFrom(
    ...Object.values(holds).flat(),
    ...holdsNothing,
    "\u{1F4E6}",
    "\n",
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 500 }),
    fc.array(pieces).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(text, (given) => {
      let last = 0;
      for (const { start, end } of findPrivateData(given)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(given.length);
        last = end;
      }
    }),
  );
});

test("a text of 500 characters takes no time, whatever it is made of", () => {
  const hard = [
    "1 ",
    "+",
    "a@",
    "Straße ",
    "code ",
    "12 A. ",
    "rue de la ",
    "0",
    "A",
    "(",
    "C/ De La ",
  ];
  const startedAt = performance.now();
  for (const piece of hard) findPrivateData(piece.repeat(500).slice(0, 500));
  expect(performance.now() - startedAt).toBeLessThan(500);
});
