import type { Words } from "../words.ts";

export const polish: Words = {
  pageName: "Śledzenie przesyłki",
  pageDescription: "Gdzie jest przesyłka i kiedy powinna dotrzeć.",
  shipment: "Przesyłka",
  language: "Język",
  status: {
    draft: {
      word: "W przygotowaniu",
      sentence: "Nadawca przygotowuje przesyłkę. Termin odbioru nie jest jeszcze ustalony.",
    },
    pickup_scheduled: {
      word: "Odbiór zaplanowany",
      sentence: "Przewoźnik odbierze przesyłkę od nadawcy.",
    },
    picked_up: {
      word: "Odebrana od nadawcy",
      sentence: "Przewoźnik odebrał przesyłkę od nadawcy.",
    },
    in_transit: { word: "W drodze", sentence: "Przesyłka jest w drodze." },
    customs_hold: {
      word: "Zatrzymana do kontroli celnej",
      sentence: "Urząd celny sprawdza przesyłkę. Po zwolnieniu ruszy ona w dalszą drogę.",
    },
    out_for_delivery: {
      word: "Wydana do doręczenia",
      sentence: "Przesyłka jest na ostatnim odcinku drogi do celu.",
    },
    attempt_failed: {
      word: "Nieudana próba doręczenia",
      sentence: "Nie udało się doręczyć przesyłki. Zwykle następuje kolejna próba.",
    },
    exception: {
      word: "Zgłoszono problem",
      sentence:
        "Pewien problem zatrzymuje przesyłkę. Jeśli to potrwa dłużej, prosimy o kontakt z nadawcą.",
    },
    delivered: { word: "Doręczona", sentence: "Przesyłka została przekazana." },
    returning: { word: "W drodze powrotnej", sentence: "Przesyłka wraca do nadawcy." },
    returned: { word: "Zwrócona", sentence: "Przesyłka jest z powrotem u nadawcy." },
    cancelled: { word: "Anulowana", sentence: "Nadawca anulował tę przesyłkę." },
  },
  pickupAttempt: {
    word: "Nieudana próba odbioru",
    sentence: "Nie udało się odebrać przesyłki od nadawcy. Zwykle następuje kolejna próba.",
  },
  event: {
    pickup: "Odebrana od nadawcy",
    departure: "Wyjazd",
    arrival: "Przyjazd",
    in_transit: "W drodze",
    out_for_delivery: "Wydana do doręczenia",
    delivered: "Doręczona",
    exception: "Zgłoszono problem",
    customs_hold: "Zatrzymana do kontroli celnej",
    attempt_failed: "Nieudana próba doręczenia",
    returned: "Zwrócona nadawcy",
  },
  returnStarted: "Zwrot rozpoczęty",
  mode: {
    ftl: "Transport całopojazdowy",
    ltl: "Transport drobnicowy",
    parcel: "Paczka",
    air: "Fracht lotniczy",
    ocean: "Fracht morski",
    rail: "Fracht kolejowy",
    intermodal: "Transport intermodalny",
  },
  facts: {
    heading: "Trasa i terminy",
    from: "Skąd",
    to: "Dokąd",
    pickup: "Planowany odbiór",
    delivery: "Planowane doręczenie",
    delivered: "Data doręczenia",
    returned: "Data zwrotu",
    transport: "Rodzaj transportu",
    late: "Później niż planowano",
    was: "pierwotny termin: {time}",
  },
  progress: {
    heading: "Postęp",
    step: {
      scheduled: "Zaplanowana",
      picked_up: "Odebrana od nadawcy",
      in_transit: "W drodze",
      out_for_delivery: "Wydana do doręczenia",
      delivered: "Doręczona",
      returning: "W drodze powrotnej",
      returned: "Zwrócona",
    },
    state: { done: "etap zakończony", current: "bieżący etap", pending: "kolejny etap" },
  },
  timeline: {
    heading: "Historia przesyłki",
    empty: "Nie ma jeszcze żadnych wpisów.",
    older: {
      one: "{count} starszy wpis",
      few: "{count} starsze wpisy",
      many: "{count} starszych wpisów",
      other: "{count} starszego wpisu",
    },
    pages: "Starsze i nowsze wpisy",
    page: "Strona {page} z {pages}",
    newest: "Najnowsze",
    newer: "Nowsze",
    olderPage: "Starsze",
    oldest: "Najstarsze",
  },
  notes: {
    utc: "Wszystkie godziny podano w UTC.",
    local: "Wszystkie godziny podano w Państwa strefie czasowej ({zone}).",
    updated: "Ostatnia aktualizacja: {time}.",
    refresh: "Otwarta strona aktualizuje się sama.",
    stale:
      "Nie udało się zaktualizować strony. Ostatnia aktualizacja: {time}. Kolejne próby trwają.",
  },
  notFound: {
    heading: "Ten link do śledzenia nie działa",
    text: "Może być niepełny, błędnie przepisany albo już nieważny. Prosimy jeszcze raz skopiować cały link lub poprosić nadawcę o nowy.",
  },
  unavailable: {
    heading: "Śledzenie jest chwilowo niedostępne",
    text: "Państwa link jest zapewne prawidłowy. Prosimy spróbować ponownie za minutę.",
    retry: "Spróbuj ponownie",
  },
};
