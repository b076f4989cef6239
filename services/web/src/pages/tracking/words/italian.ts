import type { Words } from "../words.ts";

export const italian: Words = {
  pageName: "Tracciamento della spedizione",
  pageDescription: "Dove si trova la spedizione e quando è prevista.",
  shipment: "Spedizione",
  language: "Lingua",
  status: {
    draft: {
      word: "In preparazione",
      sentence: "Il mittente sta preparando la spedizione. Il ritiro non è ancora fissato.",
    },
    pickup_scheduled: {
      word: "Ritiro programmato",
      sentence: "Il corriere ritirerà la spedizione presso il mittente.",
    },
    picked_up: { word: "Ritirata", sentence: "Il corriere ha ritirato la spedizione." },
    in_transit: { word: "In transito", sentence: "La spedizione è in viaggio." },
    customs_hold: {
      word: "Ferma in dogana",
      sentence: "La dogana sta controllando la spedizione. Proseguirà non appena sarà svincolata.",
    },
    out_for_delivery: {
      word: "In consegna",
      sentence: "La spedizione è nell’ultimo tratto verso la destinazione.",
    },
    attempt_failed: {
      word: "Tentativo di consegna fallito",
      sentence:
        "Non è stato possibile consegnare la spedizione. Di solito segue un altro tentativo.",
    },
    exception: {
      word: "Problema segnalato",
      sentence: "Un problema trattiene la spedizione. Se persiste, si rivolga al mittente.",
    },
    delivered: { word: "Consegnata", sentence: "La spedizione è stata consegnata." },
    returning: {
      word: "In restituzione",
      sentence: "La spedizione sta tornando al mittente.",
    },
    returned: { word: "Restituita", sentence: "La spedizione è di nuovo presso il mittente." },
    cancelled: { word: "Annullata", sentence: "Il mittente ha annullato questa spedizione." },
  },
  pickupAttempt: {
    word: "Tentativo di ritiro fallito",
    sentence: "Non è stato possibile ritirare la spedizione. Di solito segue un altro tentativo.",
  },
  event: {
    pickup: "Ritirata",
    departure: "Partita",
    arrival: "Arrivata",
    in_transit: "In transito",
    out_for_delivery: "In consegna",
    delivered: "Consegnata",
    exception: "Problema segnalato",
    customs_hold: "Ferma in dogana",
    attempt_failed: "Tentativo di consegna fallito",
    returned: "Restituita al mittente",
  },
  returnStarted: "Restituzione iniziata",
  mode: {
    ftl: "Carico completo",
    ltl: "Carico parziale",
    parcel: "Pacco",
    air: "Trasporto aereo",
    ocean: "Trasporto marittimo",
    rail: "Trasporto ferroviario",
    intermodal: "Trasporto intermodale",
  },
  facts: {
    heading: "Percorso e orari",
    from: "Partenza",
    to: "Destinazione",
    pickup: "Ritiro previsto",
    delivery: "Consegna prevista",
    delivered: "Consegnata il",
    returned: "Restituita il",
    transport: "Trasporto",
    late: "Più tardi del previsto",
    was: "data prevista: {time}",
  },
  progress: {
    heading: "Avanzamento",
    step: {
      scheduled: "Programmata",
      picked_up: "Ritirata",
      in_transit: "In transito",
      out_for_delivery: "In consegna",
      delivered: "Consegnata",
      returning: "In restituzione",
      returned: "Restituita",
    },
    state: { done: "fase completata", current: "fase attuale", pending: "fase successiva" },
  },
  timeline: {
    heading: "Cronologia",
    empty: "Non ci sono ancora aggiornamenti.",
    older: {
      one: "{count} aggiornamento precedente",
      many: "{count} di aggiornamenti precedenti",
      other: "{count} aggiornamenti precedenti",
    },
    pages: "Aggiornamenti precedenti e successivi",
    page: "Pagina {page} di {pages}",
    newest: "I più recenti",
    newer: "Più recenti",
    olderPage: "Precedenti",
    oldest: "I meno recenti",
  },
  notes: {
    utc: "Tutti gli orari sono in UTC.",
    local: "Tutti gli orari sono nel suo fuso orario ({zone}).",
    updated: "Ultimo aggiornamento: {time}.",
    refresh: "La pagina si aggiorna da sola finché è aperta.",
    stale:
      "Non è stato possibile aggiornare la pagina. Ultimo aggiornamento: {time}. Nuovi tentativi sono in corso.",
  },
  notFound: {
    heading: "Questo link di tracciamento non funziona",
    text: "Può essere incompleto, copiato male o non più valido. Copi di nuovo il link completo oppure ne chieda uno nuovo al mittente.",
  },
  unavailable: {
    heading: "Il tracciamento al momento non è disponibile",
    text: "Il suo link è probabilmente corretto. Riprovi tra un minuto.",
    retry: "Riprova",
  },
};
