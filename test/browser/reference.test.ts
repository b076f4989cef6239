import type { Browser, Page } from "playwright-core";
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

describeBrowser("the API reference in a browser", () => {
  let browser: Browser;
  let site: ConsoleSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const foreign = (requests: readonly string[]) =>
    requests.filter((url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:"));
  const isTooWide = (page: Page): Promise<boolean> =>
    page.evaluate("document.documentElement.scrollWidth > innerWidth");

  describe("/docs/plain", () => {
    test.each(["light", "dark"] as const)(
      "is accessible, in one request: %s",
      { timeout: 300_000 },
      async (colorScheme) => {
        const { page, context, errors, requests } = await openPage(browser, { colorScheme });
        await page.goto(`${site.url}/docs/plain`);
        expect(await violations(page)).toEqual([]);
        expect(requests).toEqual([`${site.url}/docs/plain`]);
        expect(errors).toEqual([]);
        await context.close();
      },
    );

    // the same parts under the same style sheet, four times as long: the colours of two operations stand for all
    test.each(["light", "dark"] as const)(
      "that of the web application has its parts, and readable colours: %s",
      async (colorScheme) => {
        const { page, context, errors, requests } = await openPage(browser, { colorScheme });
        await page.goto(`${site.url}/docs/web/plain`);
        const axe = new AxeBuilder({ page }).setLegacyMode();
        const colours = axe
          .include("article:nth-of-type(-n+2)")
          .options({ runOnly: ["color-contrast"] });
        expect((await colours.analyze()).violations.map(({ id }) => id)).toEqual([]);
        const headings = await page.locator("main h3").count();
        expect(headings).toBeGreaterThan(80);
        expect(foreign(requests)).toEqual([]);
        expect(errors).toEqual([]);
        await context.close();
      },
    );

    test.each(["/docs/plain", "/docs/web/plain"])("%s fits 320 px", async (path) => {
      const viewport = { width: 320, height: 640 };
      const { page, context } = await openPage(browser, { viewport, javaScriptEnabled: true });
      await page.goto(site.url + path);
      expect(await isTooWide(page)).toBe(false);
      await context.close();
    });

    test("leads by its contents to each part, and its wide tables scroll by keyboard", async () => {
      const { page, context } = await openPage(browser, { viewport: { width: 390, height: 800 } });
      await page.goto(`${site.url}/docs/plain`);
      await page.getByRole("navigation", { name: "Contents" }).getByText("One shipment").click();
      const heading = page.getByRole("heading", { name: "One shipment with its" });
      await expect
        .poll(() => heading.evaluate((node) => node.getBoundingClientRect().top))
        .toBeLessThan(100);
      const table = page.getByRole("region", { name: "On the way out" });
      await table.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => table.evaluate((node) => node.scrollLeft)).toBeGreaterThan(0);
      await context.close();
    });

    test("on paper there is no navigation, and the programs are open", async () => {
      const { page, context } = await openPage(browser, { javaScriptEnabled: false });
      await page.goto(`${site.url}/docs/plain`);
      await page.emulateMedia({ media: "print" });
      expect(await page.getByRole("navigation", { name: "Contents" }).isVisible()).toBe(false);
      expect(await page.locator("#sample-verify-py pre").isVisible()).toBe(true);
      await context.close();
    });
  });

  describe("/docs", () => {
    const openReference = async (options: Parameters<typeof openPage>[1] = {}) => {
      const opened = await openPage(browser, options);
      await opened.page.goto(`${site.url}/docs`);
      await opened.page.getByRole("heading", { name: "Shipment Tracking read API" }).waitFor();
      return opened;
    };

    test("tries an operation with a key that is typed in, and sends nothing elsewhere", async () => {
      const { shipmentNumber } = await site.shipment();
      const { key } = await site.call("admin", "POST /api/api-keys", { name: "Reference" });
      const { page, context, errors, requests } = await openReference();
      await page.getByPlaceholder("Token").first().fill(key);
      await page.getByRole("button", { name: "Test Request" }).first().click();
      await expect
        .poll(
          async () => {
            await page.getByRole("button", { name: /^Send/ }).first().click();
            return page.getByRole("dialog").textContent();
          },
          { timeout: 30_000, interval: 2_000 },
        )
        .toContain(shipmentNumber);
      const asked = requests.filter((url) => url.startsWith(`${site.url}/api/v1/shipments`));
      expect(asked.length).toBeGreaterThan(0);
      expect(foreign(requests)).toEqual([]);
      expect(errors).toEqual([]);
      // the key is gone with the page
      expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(key);
      await context.close();
    });

    test("has the web application's API and the webhooks as further documents", async () => {
      const { page, context, errors, requests } = await openReference();
      const choices = [
        ["Web application API", "Shipment Tracking web application API"],
        ["Webhooks", "Shipment Tracking webhooks"],
      ] as const;
      let chosen = "Read API";
      for (const [name, heading] of choices) {
        await page.getByRole("button", { name: chosen, exact: true }).first().click();
        await page.getByRole("option", { name }).click();
        await page.getByRole("heading", { name: heading }).waitFor();
        chosen = name;
      }
      expect(foreign(requests)).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    });

    test.each(["light", "dark"] as const)(
      "follows the system's colours, and is accessible: %s",
      async (colorScheme) => {
        const { page, context, errors, requests } = await openReference({ colorScheme });
        await expect
          .poll(() => page.getAttribute("body", "class"))
          .toContain(`${colorScheme}-mode`);
        // the repairs follow what Scalar draws
        await expect.poll(() => violations(page), { timeout: 30_000 }).toEqual([]);
        expect(foreign(requests)).toEqual([]);
        expect(errors).toEqual([]);
        await context.close();
      },
    );

    test("shows nothing of its makers: no assistant, no client to open, no link to them", async () => {
      const { page, context } = await openReference();
      const text = await page.innerText("body");
      expect(text).not.toMatch(/Ask AI|Powered by|Open API Client|Open in Scalar|Generate MCP/i);
      const links = page.locator('a[href*="scalar.com"]');
      const shown = await links.evaluateAll((found) =>
        found.filter((one) => one.checkVisibility()),
      );
      expect(shown).toHaveLength(0);
      await context.close();
    });

    test("fits 320 px, and without JavaScript leads to the plain page", async () => {
      const { page, context } = await openReference({ viewport: { width: 320, height: 640 } });
      expect(await isTooWide(page)).toBe(false);
      await context.close();
      const plain = await openPage(browser, { javaScriptEnabled: false });
      await plain.page.goto(`${site.url}/docs`);
      await plain.page.getByRole("link", { name: "The same reference without it" }).click();
      expect(plain.page.url()).toBe(`${site.url}/docs/plain`);
      await plain.context.close();
    });
  });
});
