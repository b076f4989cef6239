import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

/** A dispatcher's morning in one session, each step on what the one before has left; the hands stay on the keyboard. */
describeBrowser("the dispatcher's journey", () => {
  let browser: Browser;
  let site: ConsoleSite;
  let dispatcher: WatchedPage;
  let page: Page;
  let shipmentNumber = "";
  let trackingUrl = "";
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
    const inbox = { url: `${site.url}/dev/webhooks/erp` };
    await site.call("admin", "POST /api/webhook-endpoints", inbox);
    dispatcher = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    page = dispatcher.page;
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const heading = (name: string | RegExp): Locator => page.getByRole("heading", { level: 1, name });
  const field = (name: string): Locator => page.getByRole("textbox", { name, exact: true });
  const entries = (): Locator => page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  const dialogIsGone = (): Promise<void> => page.getByRole("dialog").waitFor({ state: "detached" });

  /** Moves on by the Tab key until the field has the focus, as somebody without a mouse does. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element.matches(":focus"))) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`The Tab key does not come to ${target.toString()}`);
  }

  async function type(target: Locator, text: string): Promise<void> {
    await tabTo(target);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  }

  /** `e` and a digit, then the form that they open: the city, and Enter records. */
  async function record(digit: number, city: string): Promise<void> {
    await page.keyboard.press("e");
    await page.keyboard.press(String(digit));
    await page.getByRole("dialog").waitFor();
    await type(page.getByRole("dialog").getByLabel("City"), city);
    await page.keyboard.press("Enter");
    await dialogIsGone();
  }

  test("signs in", async () => {
    await page.goto(`${site.url}/`);
    await heading("Sign in").waitFor();
    await type(field("E-mail address"), site.emails.dispatcher);
    // a password field has no role
    await type(page.getByLabel("Password", { exact: true }), site.password);
    await page.keyboard.press("Enter");
    await heading("Shipments").waitFor();
    expect(page.url()).toBe(`${site.url}/`);
  });

  test("creates a shipment with the keys alone", async () => {
    await page.keyboard.press("n");
    await heading("New shipment").waitFor();
    await type(field("Origin city"), "Łódź");
    await type(field("Destination city"), "القاهرة");
    await page.keyboard.press("Control+Enter");
    await heading(/\d/).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/shipments\/[0-9a-f-]{36}$/);
    shipmentNumber = await heading(/\d/).innerText();
    await page.getByText(/^Visible in the API in \d+ ms$/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("adds events with the keys alone, the newest on top", async () => {
    await record(1, "Łódź");
    await expect.poll(() => entries().count()).toBe(1);
    await record(2, "Łódź");
    await expect.poll(() => entries().count()).toBe(2);
    await record(4, "Poznań");
    await expect.poll(() => entries().count()).toBe(3);
    await expect.poll(() => entries().first().innerText()).toContain("Poznań");
    expect(await page.getByRole("main").innerText()).toContain("Łódź");
  });

  test("voids an event, which stays for the company and says why", async () => {
    await tabTo(entries().first().getByRole("button", { name: "Void In transit in Poznań" }));
    await page.keyboard.press("Enter");
    await type(page.getByRole("dialog").getByLabel("Reason"), "Another parcel");
    await page.keyboard.press("Enter");
    await dialogIsGone();
    await entries().filter({ hasText: "Another parcel" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("shares the link, and sees the page as its recipient will", async () => {
    await page.keyboard.press("s");
    const copied = async (): Promise<string> =>
      String(await page.evaluate("navigator.clipboard.readText()"));
    await expect.poll(copied).toMatch(/\/track\/[\w-]{43}$/);
    trackingUrl = await copied();
    const preview = page.frameLocator('iframe[title="What the recipient sees"]');
    await expect.poll(() => preview.locator("h1").innerText()).toContain(shipmentNumber);
    expect(await preview.locator("main").innerText()).not.toContain("Poznań");
  });

  test("a recipient opens the link elsewhere, and sees the next event come by itself", async () => {
    const recipient = await openPage(browser, { locale: "pl-PL" });
    await recipient.page.clock.install();
    await recipient.page.goto(trackingUrl);
    expect(await recipient.page.textContent("h1")).toContain(shipmentNumber);
    expect(await recipient.page.textContent("main")).not.toMatch(/Poznań|Another parcel/);
    expect(await recipient.page.textContent("[aria-live]")).toBe("Przesyłka jest w drodze.");
    await record(5, "القاهرة");
    await expect
      .poll(async () => {
        await recipient.page.clock.fastForward(75_000);
        return recipient.page.textContent("[aria-live]");
      })
      .toBe("Przesyłka jest na ostatnim odcinku drogi do celu.");
    expect(await recipient.page.locator(".days li").first().innerText()).toContain("القاهرة");
    expect(recipient.errors).toEqual([]);
    expect(recipient.requests.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([]);
    await recipient.context.close();
  });

  test("the customer's system has received the changes of the status, signed", async () => {
    const other = await openPage(browser);
    const arrived = other.page.locator("pre").filter({ hasText: '"out_for_delivery"' });
    await expect
      .poll(async () => {
        await other.page.goto(`${site.url}/dev/webhooks`);
        return arrived.count();
      })
      .toBe(1);
    const text = await other.page.innerText("main");
    expect(text).toContain(shipmentNumber);
    expect(text).toContain("The signature fits.");
    expect(text).not.toContain("Not verified.");
    await other.page.setViewportSize({ width: 390, height: 844 });
    const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await other.page.evaluate(tooWide)).toBe(0);
    await other.context.close();
  });

  test("records one event for twenty shipments at once, and takes it back", async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => `BULK-${String(100 + index)}`);
    await Promise.all(numbers.map((number) => site.shipment({ shipmentNumber: number })));
    await page.goto(`${site.url}/?q=${numbers.join("+")}&select=all`);
    await page.getByText("20 selected").waitFor();
    await record(1, "Bern");
    const pickedUp = page
      .getByRole("row")
      .filter({ hasText: "BULK-1" })
      .filter({ hasText: "Picked up" });
    await expect.poll(() => pickedUp.count()).toBe(20);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("u");
    await expect.poll(() => pickedUp.count()).toBe(0);
  });

  test("no step wrote an error to the console or asked another origin", () => {
    // the browser itself writes this: the first page asks who is signed in, and nobody is
    const unexpected = dispatcher.errors.filter((text) => !text.includes("status of 401"));
    expect(unexpected).toEqual([]);
    const foreign = dispatcher.requests.filter(
      (url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:"),
    );
    expect(foreign).toEqual([]);
  });

  test("an administrator makes a key that opens the API, and revokes it: then it opens nothing", async () => {
    const admin = await openPage(browser);
    await site.signIn(admin.page, "admin", "/api-keys");
    // while there is none, the empty list has the same button
    await admin.page.getByRole("button", { name: "New key" }).first().click();
    await admin.page.getByRole("dialog").getByLabel("Name").fill("Warehouse");
    await admin.page.keyboard.press("Enter");
    const secret = await admin.page.getByTestId("secret").innerText();
    const ask = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${site.url}/api/v1/shipments?limit=1`, { headers })).status;
    };
    await expect.poll(ask).toBe(200);
    await admin.page.reload();
    const row = admin.page.getByRole("row").filter({ hasText: "Warehouse" });
    await row.waitFor();
    expect(await admin.page.content()).not.toContain(secret);
    await row.getByRole("button", { name: "Revoke Warehouse" }).click();
    await admin.page.getByRole("button", { name: "Revoke the key" }).click();
    await row.getByText("Revoked").waitFor();
    await expect.poll(ask).toBe(401);
    expect(admin.errors).toEqual([]);
    await admin.context.close();
  });
});
