import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeBrowser, launchBrowser, openPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

const count = 110;
const numberOf = (n: number): string => `MANY-${String(n).padStart(3, "0")}`;

/** More shipments than a page of the board has. */
describeBrowser("the board with more than it shows", () => {
  let browser: Browser;
  let site: ConsoleSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
    for (let n = 1; n <= count; n += 1) {
      // made in another order than that of their numbers
      await site.shipment({ shipmentNumber: numberOf(((n * 37) % count) + 1) });
    }
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const rows = (page: Page) => page.locator("tbody tr[data-row]");

  async function open(path: string) {
    const opened = await openPage(browser);
    await site.signIn(opened.page, "dispatcher", path);
    await rows(opened.page).first().waitFor();
    return opened;
  }

  async function recordedOn(status: string): Promise<number> {
    const { items } = await site.call(
      "dispatcher",
      `GET /api/shipments?status=${status}&limit=200`,
    );
    return items.length;
  }

  test("sorts all of them, not those that are loaded", async () => {
    const { page, context, errors } = await open("/?sort=number");
    await expect.poll(() => rows(page).first().innerText()).toContain(numberOf(1));
    await page.getByText("100 shipments shown").waitFor();
    await page.getByRole("button", { name: "Number" }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain(numberOf(count));
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByText(`${String(count)} shipments`, { exact: true }).waitFor();
    await rows(page).first().focus();
    await page.keyboard.press("End");
    await expect.poll(() => rows(page).last().innerText()).toContain(numberOf(1));
    expect(errors).toEqual([]);
    await context.close();
  });

  test("searches at once when Enter is pressed", async () => {
    const { page, context } = await open("/");
    // time stands still: nothing is searched for because a while has passed
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const field = page.getByLabel("Search shipments");
    const q = () => new URL(page.url()).searchParams.get("q");
    await field.fill(numberOf(7));
    expect(q()).toBe(null);
    await field.press("Enter");
    await expect.poll(q).toBe(numberOf(7));
    await page.clock.resume();
    await expect.poll(() => rows(page).count()).toBe(1);
    await context.close();
  });

  test("selects what is found beyond what is loaded, and records on all of it", async () => {
    const { page, context, errors } = await open("/?sort=number");
    await page.getByText("100 shipments shown").waitFor();
    await page.keyboard.press("a");
    await page.getByText("100 selected").waitFor();
    await page.getByRole("button", { name: "Select all found, up to 200" }).click();
    await page.getByText(`${String(count)} selected`).waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("1");
    await page
      .getByRole("dialog")
      .getByText(`Event on ${String(count)} shipments`)
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("selected").waitFor({ state: "detached" });
    expect(await recordedOn("picked_up")).toBe(count);
    expect(errors).toEqual([]);
    await context.close();
  });

  test("says what of the selection is not shown, and records on that too", async () => {
    const { page, context } = await open("/?sort=number");
    await page.getByText("100 shipments shown").waitFor();
    await page.getByRole("button", { name: "Load more" }).click();
    await page.getByText(`${String(count)} shipments`, { exact: true }).waitFor();
    await page.keyboard.press("a");
    await page.getByText(`${String(count)} selected`).waitFor();
    await expect
      .poll(() => new URL(page.url()).searchParams.get("sel")?.split(",").length)
      .toBe(count);
    await page.reload();
    await page.getByText("10 of them are not in the list as shown.").waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("4");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("10 of them are not in the list as shown; it is recorded").waitFor();
    await dialog.getByLabel("City").fill("Olten");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await recordedOn("in_transit")).toBe(count);
    await context.close();
  });
});
