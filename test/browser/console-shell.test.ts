import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

describeBrowser("the console's shell in a browser", () => {
  let browser: Browser;
  let site: ConsoleSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const expectOnlyOurOrigin = (requests: readonly string[]) => {
    const foreign = requests.filter(
      (url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:"),
    );
    expect(foreign).toEqual([]);
  };

  describe("signing in", () => {
    test("by the page leads to the address that was asked for", async () => {
      const { page, context, errors, requests } = await openPage(browser);
      await page.goto(`${site.url}/customers?q=x`);
      await heading(page, "Sign in").waitFor();
      expect(new URL(page.url()).search).toBe("?next=%2Fcustomers%3Fq%3Dx");
      expect(await violations(page)).toEqual([]);
      await page.getByLabel("E-mail address").fill(site.emails.admin);
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").filter({ hasText: "Invalid email or password" }).waitFor();
      // a browser writes every answer of 4xx to the console
      const unexpected = errors.filter((text) => !text.includes("status of 401"));
      await page.getByLabel("Password", { exact: true }).fill(site.password);
      await page.keyboard.press("Enter");
      await heading(page, "Customers").waitFor();
      expect(page.url()).toBe(`${site.url}/customers?q=x`);
      expect(unexpected).toEqual([]);
      expectOnlyOurOrigin(requests);
      await page.getByRole("button", { name: /your menu/ }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await heading(page, "Sign in").waitFor();
      await page.goto(`${site.url}/customers`);
      await heading(page, "Sign in").waitFor();
      await context.close();
    });

    test("never leads to another site", async () => {
      const { page, context } = await openPage(browser);
      await page.goto(`${site.url}/login?next=${encodeURIComponent("//evil.test/x")}`);
      await page.getByLabel("E-mail address").fill(site.emails.viewer);
      await page.getByLabel("Password", { exact: true }).fill(site.password);
      await page.keyboard.press("Enter");
      await heading(page, "Shipments").waitFor();
      expect(page.url()).toBe(`${site.url}/`);
      await context.close();
    });

    test("with a link takes its token out of the address and sets the password", async () => {
      await site.call("admin", "POST /api/users", { email: "new@alpine.example", role: "viewer" });
      const { page, context, errors } = await openPage(browser);
      await expect
        .poll(
          async () => {
            await page.goto(`${site.url}/dev/mail`);
            return page.getByRole("link", { name: /set-up/ }).count();
          },
          { timeout: 10_000 },
        )
        .toBe(1);
      await page.getByRole("link", { name: /set-up/ }).click();
      await heading(page, "Welcome: choose a password").waitFor();
      await expect.poll(() => page.url()).toBe(`${site.url}/set-up`);
      expect(await violations(page)).toEqual([]);
      await page.getByLabel("New password", { exact: true }).fill("seven green teapots");
      await page.getByLabel("The same again").fill("seven green teapot");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByText("The two passwords differ.").waitFor();
      await page.getByLabel("The same again").fill("seven green teapots");
      await page.getByRole("button", { name: "Set password" }).click();
      await heading(page, "Your password is set.").waitFor();
      expect(errors).toEqual([]);
      await context.close();
    });
  });

  describe.each(["light", "dark"] as const)("in the %s scheme", (colorScheme) => {
    test("nothing is hard to see or to reach, and nothing comes from elsewhere", async () => {
      const { page, context, errors, requests } = await openPage(browser, { colorScheme });
      await page.goto(`${site.url}/login`);
      await heading(page, "Sign in").waitFor();
      expect(await violations(page)).toEqual([]);
      await site.signIn(page, "admin", "/settings");
      await heading(page, "Settings").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: /^Find/ }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /your menu/ }).click();
      expect(await violations(page)).toEqual([]);
      expect(errors).toEqual([]);
      expectOnlyOurOrigin(requests);
      await context.close();
    });
  });

  test("goes everywhere by keyboard, with the focus on the new heading and a title of its own", async () => {
    const { page, context } = await openPage(browser);
    await site.signIn(page, "admin", "/settings");
    await heading(page, "Settings").waitFor();
    await page.keyboard.press("g");
    await page.getByRole("status").filter({ hasText: "Customers" }).waitFor();
    await page.keyboard.press("c");
    await heading(page, "Customers").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    expect(await page.title()).toBe("Customers · Shipment tracking");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("audit");
    await page.keyboard.press("Enter");
    await heading(page, "Audit log").waitFor();
    await page.goBack();
    await heading(page, "Customers").waitFor();
    await context.close();
  });

  test("finds a shipment by its number, and takes a pasted list to the board", async () => {
    const one = await site.shipment({ shipmentNumber: "FIND-0815" });
    const { page, context } = await openPage(browser);
    await site.signIn(page, "dispatcher", "/settings");
    await heading(page, "Settings").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("find-08");
    const found = page.getByRole("option", { name: /FIND-0815/ });
    await found.first().waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toBe(`${site.url}/shipments/${one.id}`);
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: /^Find/ }).waitFor();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "FIND-0815\\nFIND-0816\\n");
      document.activeElement.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    })()`);
    await page.getByRole("option", { name: "Show and select these 2 on the board" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("FIND-0815 FIND-0816");
    await context.close();
  });

  test("shows a role what it may see, and says of the rest who can change that", async () => {
    const { page, context } = await openPage(browser);
    await site.signIn(page, "viewer", "/users");
    await page.getByText("Your role may not see this").waitFor();
    const links = await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link")
      .allInnerTexts();
    expect(links).toContain("Invoices");
    expect(links).not.toContain("Users");
    expect(links).not.toContain("Imports");
    await page.goto(`${site.url}/shipments/new`);
    await page.getByText("Your role may not see this").waitFor();
    await context.close();
  });

  test("on a telephone has its menu behind a button, and nothing runs over the edge", async () => {
    const { page, context } = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await site.signIn(page, "admin", "/settings");
    await heading(page, "Settings").waitFor();
    const link = page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Webhooks" });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await link.click();
    await heading(page, "Webhooks").waitFor();
    expect(await link.isVisible()).toBe(false);
    const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(wider)).toBe(false);
    const menu = await page.getByRole("button", { name: /your menu/ }).boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
    await context.close();
  });

  test("says when it is not live any more, and comes back by itself", async () => {
    const { page, context } = await openPage(browser);
    await site.signIn(page, "dispatcher", "/settings");
    await page.getByText("Live", { exact: true }).waitFor();
    const { back } = site.cutOff();
    await page.getByText("Not live.").waitFor({ timeout: 15_000 });
    back();
    await page.getByText("Live", { exact: true }).waitFor({ timeout: 15_000 });
    expect(await page.getByText("Not live.").count()).toBe(0);
    await context.close();
  });

  test("leads to signing in within moments of the session's end elsewhere", async () => {
    const { page, context } = await openPage(browser);
    await site.signIn(page, "billing", "/settings");
    await page.getByText("Live", { exact: true }).waitFor();
    await page.request.post(`${site.url}/api/auth/logout`);
    await heading(page, "Sign in").waitFor({ timeout: 10_000 });
    expect(page.url()).toBe(`${site.url}/login?next=%2Fsettings`);
    await context.close();
  });

  test("its first load is under 250 KB", async () => {
    const { page, context } = await openPage(browser);
    const sizes: Promise<readonly [string, number]>[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (!/^\/assets\/|^\/$/.test(pathname)) return;
      sizes.push(response.body().then((body) => [pathname, gzipSync(body).length] as const));
    });
    await site.signIn(page, "dispatcher", "/");
    await heading(page, "Shipments").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    const loaded = await Promise.all(sizes);
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0);
    expect(loaded.length).toBeGreaterThan(3);
    expect(
      { kilobytes: Math.round(bytes / 1_000), small: bytes < 250_000 },
      JSON.stringify(loaded),
    ).toEqual({
      kilobytes: expect.any(Number),
      small: true,
    });
    await context.close();
  });
});
