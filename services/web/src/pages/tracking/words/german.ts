import type { Words } from "../words.ts";

export const german: Words = {
  pageName: "Sendungsverfolgung",
  shipment: "Sendung",
  language: "Sprache",
  status: {
    draft: {
      word: "In Vorbereitung",
      sentence:
        "Der Absender bereitet die Sendung vor. Ein Abholtermin steht noch nicht fest.",
    },
    pickup_scheduled: {
      word: "Abholung geplant",
      sentence: "Der Frachtführer holt die Sendung beim Absender ab.",
    },
    picked_up: { word: "Abgeholt", sentence: "Der Frachtführer hat die Sendung abgeholt." },
    in_transit: { word: "Unterwegs", sentence: "Die Sendung ist auf dem Weg." },
    customs_hold: {
      word: "Beim Zoll",
      sentence: "Der Zoll prüft die Sendung. Nach der Freigabe geht es weiter.",
    },
    out_for_delivery: {
      word: "In Zustellung",
      sentence: "Die Sendung ist auf dem letzten Stück zum Ziel.",
    },
    attempt_failed: {
      word: "Versuch erfolglos",
      sentence:
        "Ein Abhol- oder Zustellversuch ist gescheitert. Meist folgt ein weiterer Versuch.",
    },
    exception: {
      word: "Unterbrochen",
      sentence:
        "Etwas hält die Sendung auf. Wenn es so bleibt, fragen Sie bitte beim Absender nach.",
    },
    delivered: { word: "Zugestellt", sentence: "Die Sendung wurde übergeben." },
    returning: {
      word: "Auf dem Rückweg",
      sentence: "Die Sendung ist auf dem Weg zurück zum Absender.",
    },
    returned: { word: "Zurückgegeben", sentence: "Die Sendung ist wieder beim Absender." },
    cancelled: { word: "Storniert", sentence: "Der Absender hat diese Sendung storniert." },
  },
  event: {
    pickup: "Abgeholt",
    departure: "Abgefahren",
    arrival: "Angekommen",
    in_transit: "Unterwegs",
    out_for_delivery: "In Zustellung",
    delivered: "Zugestellt",
    exception: "Unterbrochen",
    customs_hold: "Beim Zoll",
    attempt_failed: "Versuch erfolglos",
    returned: "Zurück beim Absender",
  },
  returnStarted: "Rücksendung begonnen",
  mode: {
    ftl: "Komplettladung",
    ltl: "Teilladung",
    parcel: "Paket",
    air: "Luftfracht",
    ocean: "Seefracht",
    rail: "Bahnfracht",
    intermodal: "Kombinierter Verkehr",
  },
  facts: {
    heading: "Strecke und Termine",
    from: "Von",
    to: "Nach",
    pickup: "Abholung geplant",
    delivery: "Zustellung geplant",
    delivered: "Zugestellt am",
    returned: "Zurückgegeben am",
    transport: "Transportart",
    late: "Später als geplant",
    was: "war {time}",
  },
  progress: {
    heading: "Fortschritt",
    step: {
      scheduled: "Geplant",
      picked_up: "Abgeholt",
      in_transit: "Unterwegs",
      out_for_delivery: "In Zustellung",
      delivered: "Zugestellt",
      returning: "Auf dem Rückweg",
      returned: "Zurückgegeben",
    },
    state: { done: "erledigt", current: "aktueller Schritt", pending: "steht noch aus" },
  },
  timeline: {
    heading: "Verlauf",
    empty: "Bisher wurde nichts gemeldet.",
    older: { one: "{count} älterer Eintrag", other: "{count} ältere Einträge" },
    pages: "Ältere und neuere Einträge",
    page: "Seite {page} von {pages}",
    newest: "Neueste",
    newer: "Neuere",
    olderPage: "Ältere",
    oldest: "Älteste",
  },
  notes: {
    utc: "Alle Zeiten sind in UTC angegeben.",
    local: "Alle Zeiten sind in Ihrer Zeitzone angegeben ({zone}).",
    asOf: "Stand: {time}.",
    refresh: "Die Seite hält sich selbst aktuell, solange sie offen ist.",
  },
  notFound: {
    heading: "Dieser Link funktioniert nicht",
    text: "Vielleicht ist er unvollständig, falsch abgeschrieben oder nicht mehr gültig. Bitte kopieren Sie den ganzen Link noch einmal, oder bitten Sie den Absender um einen neuen.",
  },
  unavailable: {
    heading: "Die Sendungsverfolgung ist gerade nicht erreichbar",
    text: "Ihr Link kann durchaus richtig sein. Bitte versuchen Sie es in einer Minute noch einmal.",
    retry: "Noch einmal versuchen",
  },
};
