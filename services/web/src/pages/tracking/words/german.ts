import type { Words } from "../words.ts";

export const german: Words = {
  pageName: "Sendungsverfolgung",
  pageDescription: "Wo die Sendung ist und wann sie ankommen soll.",
  shipment: "Sendung",
  language: "Sprache",
  status: {
    draft: {
      word: "In Vorbereitung",
      sentence: "Der Absender bereitet die Sendung vor. Ein Abholtermin steht noch nicht fest.",
    },
    pickup_scheduled: {
      word: "Abholung geplant",
      sentence: "Das Transportunternehmen holt die Sendung beim Absender ab.",
    },
    picked_up: {
      word: "Abgeholt",
      sentence: "Das Transportunternehmen hat die Sendung abgeholt.",
    },
    in_transit: { word: "Unterwegs", sentence: "Die Sendung ist auf dem Weg." },
    customs_hold: {
      word: "Beim Zoll",
      sentence: "Der Zoll prüft die Sendung. Nach der Freigabe geht es weiter.",
    },
    out_for_delivery: {
      word: "In Zustellung",
      sentence: "Die Sendung ist auf dem letzten Wegstück zum Ziel.",
    },
    attempt_failed: {
      word: "Zustellversuch erfolglos",
      sentence: "Die Sendung konnte nicht zugestellt werden. Meist folgt ein weiterer Versuch.",
    },
    exception: {
      word: "Problem gemeldet",
      sentence:
        "Ein Problem hält die Sendung auf. Wenn es länger dauert, fragen Sie bitte beim Absender nach.",
    },
    delivered: { word: "Zugestellt", sentence: "Die Sendung wurde übergeben." },
    returning: {
      word: "Auf dem Rückweg",
      sentence: "Die Sendung ist auf dem Weg zurück zum Absender.",
    },
    returned: { word: "Zurückgesendet", sentence: "Die Sendung ist wieder beim Absender." },
    cancelled: { word: "Storniert", sentence: "Der Absender hat diese Sendung storniert." },
  },
  pickupAttempt: {
    word: "Abholversuch erfolglos",
    sentence: "Die Sendung konnte nicht abgeholt werden. Meist folgt ein weiterer Versuch.",
  },
  event: {
    pickup: "Abgeholt",
    departure: "Standort verlassen",
    arrival: "Angekommen",
    in_transit: "Unterwegs",
    out_for_delivery: "In Zustellung",
    delivered: "Zugestellt",
    exception: "Problem gemeldet",
    customs_hold: "Beim Zoll",
    attempt_failed: "Zustellversuch erfolglos",
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
    returned: "Zurück beim Absender am",
    transport: "Transportart",
    late: "Später als geplant",
    was: "geplant war {time}",
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
      returned: "Zurückgesendet",
    },
    state: { done: "erledigt", current: "aktueller Schritt", pending: "steht noch aus" },
  },
  timeline: {
    heading: "Verlauf",
    empty: "Es gibt noch keine Einträge.",
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
    updated: "Zuletzt aktualisiert: {time}.",
    refresh: "Solange die Seite geöffnet ist, aktualisiert sie sich selbst.",
    stale:
      "Diese Seite konnte seit {time} nicht aktualisiert werden. Es wird weiter versucht.",
  },
  notFound: {
    heading: "Dieser Link zur Sendungsverfolgung funktioniert nicht",
    text: "Möglicherweise ist er unvollständig, falsch abgeschrieben oder nicht mehr gültig. Bitte kopieren Sie den ganzen Link noch einmal, oder bitten Sie den Absender um einen neuen.",
  },
  unavailable: {
    heading: "Die Sendungsverfolgung ist gerade nicht erreichbar",
    text: "Ihr Link ist vermutlich in Ordnung. Bitte versuchen Sie es in einer Minute noch einmal.",
    retry: "Noch einmal versuchen",
  },
};
