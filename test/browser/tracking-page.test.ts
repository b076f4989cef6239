import type { PublicTracking } from "@shipment-tracking/contracts";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage } from "./support/browser.ts";
import { manyEvents, shipmentIn, tokenOf } from "./support/shipments.ts";
import { startTrackingSite, type TrackingSite } from "./support/tracking-site.ts";

const statuses = [
  "draft",
  "pickup_scheduled",
  "picked_up",
  "in_transit",
  "customs_hold",
  "out_for_delivery",
  "attempt_failed",
  "exception",
  "delivered",
  "returning",
  "returned",
  "cancelled",
] as const;

describeBrowser("the tracking page in a browser", () => {
  let browser: Browser;
  let site: TrackingSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startTrackingSite()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const isTooWide = (page: Page): Promise<boolean> =>
    page.evaluate("document.documentElement.scrollWidth > innerWidth");
  const toldTime = (page: Page) => page.locator("footer time").getAttribute("datetime");

  /** Each status on a page of its own context, half of them at a time: axe keeps one core busy. */
  async function eachStatus(
    options: BrowserContextOptions,
    check: (page: Page, status: (typeof statuses)[number]) => Promise<void>,
  ): Promise<void> {
    const walk = async (half: number): Promise<void> => {
      const { page, context, errors, requests } = await openPage(browser, options);
      for (const status of statuses.filter((_, index) => index % 2 === half)) {
        const before = requests.length;
        await page.goto(site.answer(tokenOf(status), shipmentIn(status)));
        await check(page, status);
        expect(requests.slice(before), status).toHaveLength(1);
      }
      expect(errors).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(site.origin))).toEqual([]);
      await context.close();
    };
    await Promise.all([walk(0), walk(1)]);
  }

  test.each([
    { colorScheme: "light", locale: "en-GB", width: 1280 },
    { colorScheme: "dark", locale: "de-DE", width: 390 },
  ] as const)(
    "every status is accessible and fits: $colorScheme, $locale, $width px",
    async ({ colorScheme, locale, width }) => {
      const viewport = { width, height: 800 };
      await eachStatus({ colorScheme, locale, viewport }, async (page, status) => {
        expect(await page.getAttribute("html", "lang")).toBe(locale.slice(0, 2));
        expect(await violations(page), status).toEqual([]);
        expect(await isTooWide(page), status).toBe(false);
      });
    },
  );

  test("every status fits into 320 px, and into a telephone at 200 % zoom", async () => {
    await eachStatus({ locale: "pl-PL" }, async (page, status) => {
      for (const width of [320, 195]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await isTooWide(page), `${status} at ${String(width)}`).toBe(false);
      }
      if (status === "attempt_failed") expect(await violations(page)).toEqual([]);
    });
  });

  test("the longest names break, and one of another direction turns nothing around it", async () => {
    const { page, context } = await openPage(browser, { viewport: { width: 320, height: 800 } });
    const [event] = manyEvents(1);
    if (event === undefined) throw new Error("one was made");
    const names: Partial<PublicTracking> = {
      shipmentNumber: "X".repeat(64),
      originCity: "X".repeat(200),
      destCity: "القاهرة (B)",
      events: [{ ...event, city: "\u202eX".repeat(100), description: "X".repeat(500) }],
    };
    await page.goto(site.answer(tokenOf("long"), shipmentIn("in_transit", names)));
    expect(await isTooWide(page)).toBe(false);
    const direction = "getComputedStyle(document.querySelectorAll('dd bdi')[1]).direction";
    expect(await page.evaluate(direction)).toBe("rtl");
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test("a dead link and a read API that is away are accessible in both schemes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, context } = await openPage(browser, { colorScheme });
      expect((await page.goto(`${site.origin}/track/nothing`))?.status()).toBe(404);
      expect(await violations(page)).toEqual([]);
      site.failWith(500);
      const away = await page.goto(site.answer(tokenOf("away"), shipmentIn("draft")));
      expect([away?.status(), away?.headers()["retry-after"]]).toEqual([503, "30"]);
      expect(await violations(page)).toEqual([]);
      site.failWith(null);
      await page.getByRole("link", { name: "Try again" }).click();
      expect(await page.textContent("h1")).toContain("NW-2026-004217");
      await context.close();
    }
  });

  test("when the read API comes back, the page that could not be shown shows itself", async () => {
    const { page, context } = await openPage(browser, { locale: "pt-BR" });
    await page.clock.install();
    site.failWith(500);
    await page.goto(site.answer(tokenOf("back"), shipmentIn("in_transit")));
    expect(await page.textContent("h1")).toBe("O rastreamento não está disponível no momento");
    site.failWith(null);
    await page.clock.fastForward(20_000);
    await page.getByText("O envio está a caminho.").waitFor();
    await context.close();
  });

  test("without JavaScript all is there: UTC, the language switch, each of 10,000 events", async () => {
    const events = manyEvents(10_000);
    const url = site.answer(tokenOf("many"), shipmentIn("in_transit", { events }));
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(url);
    expect(await page.textContent("footer")).toContain("All times are in UTC.");
    expect(await page.textContent("main")).toContain("Stop 10000");
    await page.getByRole("link", { name: "Oldest" }).click();
    expect(await page.textContent("main")).toMatch(/Stop 1\b/);
    await page.getByText("Language: English").click();
    await page.getByRole("link", { name: "Deutsch" }).click();
    expect(await page.getAttribute("html", "lang")).toBe("de");
    expect(await page.textContent("main")).toMatch(/Stop 1\b/);
    await page.getByRole("link", { name: "Neueste" }).click();
    expect(await page.textContent("main")).toContain("Unterwegs");
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test("with JavaScript times are in the viewer's zone, and days are the viewer's days", async () => {
    const { page, context } = await openPage(browser, { timezoneId: "Asia/Tokyo" });
    await page.goto(site.answer(tokenOf("zone"), shipmentIn("out_for_delivery")));
    expect(await page.textContent("footer")).toContain("your time zone (Asia/Tokyo)");
    // 23:40 UTC on the 5th
    expect(await page.textContent(".days h3")).toMatch(/^Wednesday,? 6 May 2026$/);
    expect(await page.textContent(".days time")).toBe("08:40");
    expect(await page.getAttribute(".days time", "title")).toBe("2026-05-05 23:40:00 UTC");
    await context.close();
  });

  test("a new event appears by itself, without a reload; what has not changed is asked for with an entity tag", async () => {
    const { page, context, errors } = await openPage(browser);
    await page.clock.install();
    const token = tokenOf("refresh");
    await page.goto(site.answer(token, shipmentIn("in_transit")));
    await page.evaluate("document.body.mark = 1");
    const polled = site.polls.length;
    await page.clock.fastForward(49_000);
    expect(site.polls.slice(polled)).toEqual([]);
    await page.clock.fastForward(22_000);
    await expect.poll(() => site.polls.slice(polled)).toEqual([304]);
    site.answer(token, shipmentIn("delivered"));
    await expect
      .poll(async () => {
        await page.clock.fastForward(75_000);
        return page.textContent("[aria-live]");
      })
      .toBe("The shipment has been handed over.");
    expect(await page.title()).toContain("Delivered");
    expect(await page.evaluate("document.body.mark")).toBe(1);
    expect(await page.locator("[aria-live]").count()).toBe(1);
    expect(await page.getAttribute("[aria-live]", "aria-live")).toBe("polite");
    // nothing more is expected: it asks no more
    const last = site.polls.length;
    await page.clock.fastForward(600_000);
    expect(site.polls).toHaveLength(last);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("what cannot be renewed stays, says how old it is, and is asked for less and less often", async () => {
    const { page, context } = await openPage(browser);
    await page.clock.install();
    const token = tokenOf("stale");
    await page.goto(site.answer(token, shipmentIn("in_transit")));
    const told = await toldTime(page);
    const note = page.getByText(/^This page could not be updated since /);
    expect(await note.isVisible()).toBe(false);
    site.failWith(500);
    const polled = site.polls.length;
    await page.clock.fastForward(71_000);
    await note.waitFor();
    expect(await page.textContent("[aria-live]")).toBe("The shipment is on its way.");
    expect(await toldTime(page)).toBe(told);
    expect(await violations(page)).toEqual([]);
    // the second wait is of 100 to 140 seconds
    await page.clock.fastForward(95_000);
    expect(site.polls.slice(polled)).toEqual([500]);
    site.failWith(null);
    await page.clock.fastForward(46_000);
    await note.waitFor({ state: "hidden" });
    expect(await toldTime(page)).not.toBe(told);
    await context.close();
  });

  test("without a connection the page stays too, and is renewed as soon as there is one", async () => {
    const { page, context } = await openPage(browser);
    await page.clock.install();
    const token = tokenOf("offline");
    await page.goto(site.answer(token, shipmentIn("out_for_delivery")));
    await context.setOffline(true);
    await page.clock.fastForward(71_000);
    const note = page.getByText(/^This page could not be updated since /);
    await note.waitFor();
    site.answer(token, shipmentIn("delivered"));
    await context.setOffline(false);
    await page.clock.runFor(10);
    await page.getByText("The shipment has been handed over.").waitFor();
    await note.waitFor({ state: "hidden" });
    expect(await page.title()).toBe("NW-2026-004217: Delivered");
    await context.close();
  });

  test("a page that nobody looks at asks nothing, and asks at once when it is looked at again", async () => {
    const { page, context } = await openPage(browser);
    await page.clock.install();
    await page.goto(site.answer(tokenOf("hidden"), shipmentIn("in_transit")));
    const show = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${String(hidden)}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    const polled = site.polls.length;
    await show(true);
    await page.clock.fastForward(600_000);
    expect(site.polls).toHaveLength(polled);
    await show(false);
    await page.clock.runFor(10);
    await expect.poll(() => site.polls.slice(polled)).toEqual([304]);
    await context.close();
  });

  test("on paper there are no switches, and what was folded is open", async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(
      site.answer(tokenOf("paper"), shipmentIn("in_transit", { events: manyEvents(20) })),
    );
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("header nav").isVisible()).toBe(false);
    expect(await page.getByText("Stop 1", { exact: true }).isVisible()).toBe(true);
    await context.close();
  });
});
