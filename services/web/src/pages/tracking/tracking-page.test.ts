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
  const same = new Set(["fr.timeline.page", "es.event.exception"]);

  test.each(languages)("%s says everything, with the same places for values", (language) => {
    const said = new Map(leaves(wordsOf[language]));
    for (const [path, english] of leaves(wordsOf.en)) {
      const text = said.get(path) ?? "";
      expect(text.trim(), path).not.toBe("");
      expect(text.match(/\{\w+\}/g), path).toEqual(english.match(/\{\w+\}/g));
      if (language !== "en" && !same.has(`${language}${path}`)) {
        expect(text, `${language}${path} is still English`).not.toBe(english);
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
  expect(chooseLanguage(undefined, "de;q=0, *")).toBe("en");
  expect(chooseLanguage(undefined, ";;q=x,,".repeat(10_000))).toBe("en");
  expect(chooseLanguage(undefined, undefined)).toBe("en");
});

describe.each(languages)("in %s", (language) => {
  test.each(shipmentStatuses)("%s has its word, its sentence and no odd date", (status) => {
    const html = pageOf({ status, events: [] }, language);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>N-1: ${wordsOf[language].status[status].word}</title>`);
    expect(html).toContain(wordsOf[language].status[status].sentence);
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

test("the longest notes stay in the budget too", () => {
  const events = Array.from({ length: 200 }, () => ({ ...event, description: '"'.repeat(500) }));
  expect(Buffer.byteLength(pageOf({ events }, "fr"))).toBeLessThan(30_000);
});

test("what is not found and what is not there speak the language and run nothing unknown", () => {
  for (const language of languages) {
    expect(notFoundPage(language).html).toContain(wordsOf[language].notFound.heading);
    expect(notFoundPage(language).html).not.toContain("<script");
    expect(unavailablePage(language).html).toContain(wordsOf[language].unavailable.retry);
  }
});
