import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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

  const violations = async (page: Page) =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => ({
      id,
      html: nodes.map((node) => node.html),
    }));
  const isTooWide = (page: Page): Promise<boolean> =>
    page.evaluate("document.documentElement.scrollWidth > innerWidth");

  test.each([
    { colorScheme: "light", locale: "en-GB", width: 1280 },
    { colorScheme: "dark", locale: "de-DE", width: 390 },
    { colorScheme: "light", locale: "pl-PL", width: 320 },
  ] as const)(
    "every status is accessible and fits: $colorScheme, $locale, $width px",
    async ({ colorScheme, locale, width }) => {
      const viewport = { width, height: 800 };
      const { page, context, errors, requests } = await openPage(browser, {
        colorScheme,
        locale,
        viewport,
      });
      for (const status of statuses) {
        const before = requests.length;
        await page.goto(site.answer(tokenOf(status), shipmentIn(status)));
        expect(await page.getAttribute("html", "lang")).toBe(locale.slice(0, 2));
        // axe takes most of the time, and at 320 px the page is the same as at 390
        if (width > 320 || status === "attempt_failed") {
          expect(await violations(page), status).toEqual([]);
        }
        expect(await isTooWide(page), status).toBe(false);
        expect(requests.slice(before)).toHaveLength(1);
      }
      expect(errors).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(site.origin))).toEqual([]);
      await context.close();
    },
  );

  test("a dead link and a read API that is away are accessible in both schemes", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, context } = await openPage(browser, { colorScheme });
      expect((await page.goto(`${site.origin}/track/nothing`))?.status()).toBe(404);
      expect(await violations(page)).toEqual([]);
      site.failWith(500);
      expect((await page.goto(site.answer(tokenOf("away"), shipmentIn("draft"))))?.status()).toBe(
        503,
      );
      expect(await violations(page)).toEqual([]);
      site.failWith(null);
      await page.getByRole("link", { name: "Try again" }).click();
      expect(await page.textContent("h1")).toContain("NW-2026-004217");
      await context.close();
    }
  });

  test("without JavaScript all is there: UTC, the language switch, each of 10,000 events", async () => {
    const url = site.answer(
      tokenOf("many"),
      shipmentIn("in_transit", { events: manyEvents(10_000) }),
    );
    const { page, context } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(url);
    expect(await page.textContent("footer")).toContain("All times are in UTC.");
    expect(await page.textContent("main")).toContain("Stop 10000");
    await page.getByRole("link", { name: "Oldest" }).click();
    expect(await page.textContent("main")).toMatch(/Stop 1\b/);
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
    await page.clock.fastForward(75_000);
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
    expect(await page.getAttribute("[aria-live]", "aria-live")).toBe("polite");
    // nothing more is expected: it asks no more
    const last = site.polls.length;
    await page.clock.fastForward(600_000);
    expect(site.polls).toHaveLength(last);
    expect(errors).toEqual([]);
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
