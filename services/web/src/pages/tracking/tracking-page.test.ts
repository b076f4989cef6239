import type { PublicTracking, PublicTrackingEvent } from "@shipment-tracking/contracts";
import { shipmentStatuses } from "@shipment-tracking/domain";
import { describe, expect, test } from "vitest";
import { chooseLanguage, type Language, languages, locales } from "./languages.ts";
import { notFoundPage, unavailablePage } from "./message-pages.ts";
import { trackingPage } from "./tracking-page.ts";
import { wordsOf } from "./dictionary.ts";

const event: PublicTrackingEvent = {
  eventType: "pickup",
  status: "picked_up",
  city: "Łódź",
  eventAt: "2026-05-03T16:05:00.000Z",
  description: null,
};
const shipment: PublicTracking = {
  shipmentNumber: "N-1",
  status: "in_transit",
  mode: "parcel",
  originCity: "Łódź",
  destCity: "東京",
  pickupScheduledAt: null,
  deliveryScheduledAt: null,
  events: [event],
};

function pageOf(changes: Partial<PublicTracking>, language: Language = "en", page = 1): string {
  const tracking = { ...shipment, ...changes };
  const now = new Date("2026-05-05T00:00:00.000Z");
  return trackingPage({ tracking, etag: null, language, languageIsChosen: false, page, now }).html;
}

/** The body without the script. */
function textOf(html: string): string {
  return html.replaceAll(/<script>.*<\/script>|<style>.*<\/style>|data-zone="[^"]*"/gs, "");
}

function leaves(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, one]) =>
    leaves(one, `${path}.${key}`),
  );
}

describe("the dictionary", () => {
  // the same word in both languages, checked by hand
  const same = new Set(["fr.timeline.page", "fr.facts.to"]);
  // words that stand in English sentences and in no other language's
  const onlyEnglish =
    /\b(the|this|is|are|was|of|your|shipment|shipped|sender|carrier|pickup|delivery|delivered|tracking|times?|scheduled|older|newer|entry|entries|returned|try|again|page it)\b/i;

  test.each(languages)("%s says everything, with the same places for values", (language) => {
    const said = new Map(leaves(wordsOf[language]));
    for (const [path, english] of leaves(wordsOf.en)) {
      const text = said.get(path) ?? "";
      expect(text.trim(), path).not.toBe("");
      expect(text.match(/\{\w+\}/g), path).toEqual(english.match(/\{\w+\}/g));
      if (language !== "en" && !same.has(`${language}${path}`)) {
        expect(text, `${language}${path} is still English`).not.toBe(english);
        expect(text.replaceAll(/\{\w+\}/g, ""), `${language}${path}`).not.toMatch(onlyEnglish);
      }
    }
  });

  test.each(languages)("%s has clean sentences and one word for each status", (language) => {
    const words = wordsOf[language];
    for (const [path, text] of leaves(words)) {
      expect(text, path).toBe(text.trim().normalize("NFC"));
      // no straight quotes, doubled spaces, code or notes of a translator
      expect(text, path).not.toMatch(/['"<>_]| {2}|\.\.|\b(todo|xxx|lorem)\b/i);
      if (/\.(sentence|text|empty|utc|updated|refresh|stale|pageDescription)$/.test(path)) {
        expect(text, path).toMatch(/^\p{Lu}.*\.$/u);
      }
    }
    const said = shipmentStatuses.map((status) => words.status[status].word);
    expect(new Set([...said, words.pickupAttempt.word]).size).toBe(shipmentStatuses.length + 1);
  });

  test("those who are spoken to are spoken to formally", () => {
    const informal: Readonly<Record<Language, RegExp>> = {
      de: /\b(du|dir|dich|dein\w*)\b/i,
      en: /$^/,
      es: /\b(tú|tu|tus|te|ti|inténtalo|copia|pide)\b/i,
      fr: /\b(tu|toi|ton|ta|tes|copie|demande)\b/i,
      it: /\b(tu|tuo|tua|ti|copia|chiedi)\b/i,
      pl: /\b(Twój|Twoja|Twoje|Twojej|Ciebie|skopiuj|poproś)\b/i,
      "pt-BR": /\b(tu|teu|tua|ti|copia)\b/i,
    };
    for (const language of languages) {
      for (const [path, text] of leaves(wordsOf[language])) {
        expect(text, `${language}${path}`).not.toMatch(informal[language]);
      }
    }
  });

  test.each(languages)("%s has a form for each number it tells apart", (language) => {
    const { pluralCategories } = new Intl.PluralRules(locales[language]).resolvedOptions();
    const forms = Object.keys(wordsOf[language].timeline.older);
    expect(forms.toSorted()).toEqual(pluralCategories.toSorted());
    expect(Intl.DateTimeFormat.supportedLocalesOf(locales[language])).toHaveLength(1);
  });
});

test("?lang= goes before Accept-Language, which is read by quality and region", () => {
  expect(chooseLanguage("pl", "de")).toBe("pl");
  expect(chooseLanguage("tlh", "de-CH,fr;q=0.9")).toBe("de");
  expect(chooseLanguage(["pl", "de"], "ja, it;q=0.2, es-MX;q=0.4")).toBe("es");
  expect(chooseLanguage("pt-BR", "de")).toBe("pt-BR");
  expect(chooseLanguage(undefined, "PT-pt, en;q=0.9")).toBe("pt-BR");
  expect(chooseLanguage(undefined, "de;q=0, *")).toBe("en");
  expect(chooseLanguage(undefined, ";;q=x,,".repeat(10_000))).toBe("en");
  expect(chooseLanguage(undefined, undefined)).toBe("en");
});

describe.each(languages)("in %s", (language) => {
  test.each(shipmentStatuses)("%s has its word, its sentence and no odd date", (status) => {
    const html = pageOf({ status, events: [] }, language);
    const { status: words, pickupAttempt } = wordsOf[language];
    const { word, sentence } = status === "attempt_failed" ? pickupAttempt : words[status];
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>N-1: ${word}</title>`);
    expect(html).toContain(sentence);
    expect(textOf(html)).not.toMatch(/Invalid|1970|undefined|\bnull\b|\{\w+\}/);
  });
});

test("the steps are said and drawn; a problem keeps the step, a return has its own, a cancelled one none", () => {
  const current = (changes: Partial<PublicTracking>): string | undefined =>
    /aria-current="step">.*?<span>(.*?) </s.exec(pageOf(changes))?.[1];
  expect(current({ status: "out_for_delivery" })).toBe("Out for delivery");
  expect(current({ status: "customs_hold" })).toBe("Picked up");
  expect(current({ status: "attempt_failed", events: [] })).toBeUndefined();
  expect(current({ status: "returning" })).toBe("Being returned");
  expect(pageOf({ status: "cancelled" })).not.toContain('class="steps"');
  expect(pageOf({ status: "delivered" })).toContain("(done)");
});

test("what fails before the pickup is a pickup attempt, what fails after it a delivery attempt", () => {
  const failed = { ...event, eventType: "attempt_failed", status: "attempt_failed" } as const;
  const wordOf = (events: PublicTracking["events"]): string | undefined =>
    /data-part="word">(.*?)</.exec(pageOf({ status: "attempt_failed", events }))?.[1];
  expect(wordOf([])).toBe("Pickup attempt failed");
  expect(wordOf([failed])).toBe("Pickup attempt failed");
  expect(wordOf([failed, event])).toBe("Delivery attempt failed");
  const entries = pageOf({ status: "attempt_failed", events: [{ ...failed }, event, failed] });
  expect(entries.match(/<b>(Pickup|Delivery) attempt failed/g)).toEqual([
    "<b>Delivery attempt failed",
    "<b>Pickup attempt failed",
  ]);
});

test("an appointment that has passed is late, until the shipment has arrived or turned back", () => {
  const deliveryScheduledAt = "2026-05-04T08:30:00.000Z";
  expect(pageOf({ deliveryScheduledAt })).toMatch(/Later than scheduled<.*was <time/);
  for (const status of ["delivered", "returning", "returned", "cancelled"] as const) {
    expect(pageOf({ status, deliveryScheduledAt })).not.toContain("Later than scheduled");
  }
  expect(pageOf({ deliveryScheduledAt: "9999-12-31T23:59:59.999Z" })).toContain("9999");
});

test("hostile text is text, in its own direction", () => {
  const hostile = `</script><img src=x onerror=alert(1)>"'&\u202e`;
  const html = pageOf({
    shipmentNumber: hostile,
    originCity: hostile,
    events: [{ ...event, city: hostile, description: hostile }],
  });
  expect(textOf(html)).not.toContain("<img");
  const escaped = "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\u202e";
  expect(html.split(`<bdi dir="auto">${escaped}</bdi>`)).toHaveLength(5);
});

test("every page of 10,000 events is under 30,000 bytes before compression, and together they hold all of them", () => {
  const events = Array.from({ length: 10_000 }, (_, index) => ({
    ...event,
    city: `Stop ${String(index)};`,
    eventAt: new Date(Date.parse(event.eventAt) - index * 86_400_000).toISOString(),
  }));
  const seen = new Set<string>();
  const [, count = "0"] = /Page 1 of (\d+)/.exec(pageOf({ events })) ?? [];
  for (let page = 1; page <= Number(count); page += 1) {
    const html = pageOf({ events }, "pl", page);
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    for (const [city] of html.matchAll(/Stop \d+;/g)) seen.add(city);
  }
  expect(seen.size).toBe(10_000);
  expect(pageOf({ events }, "en", 999_999)).toContain(`Page ${count} of ${count}`);
});

test.each(languages)("the longest names and notes stay in the budget too in %s", (language) => {
  const long = '"'.repeat(200);
  const note = { ...event, city: long, description: '"'.repeat(500) };
  const events = Array.from({ length: 200 }, () => note);
  const deliveryScheduledAt = event.eventAt;
  const names = { shipmentNumber: '"'.repeat(64), originCity: long, destCity: long };
  const html = pageOf({ ...names, events, deliveryScheduledAt }, language);
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
});

test("what a messenger previews is the same for every shipment", () => {
  const preview = (html: string): readonly string[] => html.match(/<meta property.*/g) ?? [];
  expect(preview(pageOf({}))).toEqual(preview(pageOf({ status: "exception", events: [] })));
  expect(preview(pageOf({}))).toEqual([
    '<meta property="og:title" content="Shipment tracking">',
    '<meta property="og:description" content="See where the shipment is and when it is due.">',
    '<meta property="og:type" content="website">',
  ]);
});

test("what is not found and what is not there speak the language and run nothing unknown", () => {
  for (const language of languages) {
    expect(notFoundPage(language).html).toContain(wordsOf[language].notFound.heading);
    expect(notFoundPage(language).html).not.toContain("<script");
    expect(unavailablePage(language).html).toContain(wordsOf[language].unavailable.retry);
  }
});
