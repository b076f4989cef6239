import type { Browser, BrowserContextOptions, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, type SeededShipment, startConsoleSite } from "./support/console-site.ts";

/** The tests go on from what the ones before have left, as a morning does. */
describeBrowser("the board", () => {
  let browser: Browser;
  let site: ConsoleSite;
  const pallets: SeededShipment[] = [];
  let late: SeededShipment;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
  const rows = (page: Page) => page.locator("tbody tr[data-row]");
  const search = (page: Page) => new URL(page.url()).searchParams;
  const dialog = (page: Page) => page.getByRole("dialog");

  async function open(
    path = "/",
    {
      role = "dispatcher",
      ...options
    }: BrowserContextOptions & { role?: "dispatcher" | "viewer" } = {},
  ): Promise<WatchedPage> {
    const opened = await openPage(browser, {
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    await site.signIn(opened.page, role, path);
    await opened.page.getByRole("heading", { level: 1, name: "Shipments" }).waitFor();
    return opened;
  }

  async function close({ context, errors, requests }: WatchedPage): Promise<void> {
    expect(errors).toEqual([]);
    const own = (url: string) => url.startsWith(`${site.url}/`) || url.startsWith("data:");
    expect(requests.filter((url) => !own(url))).toEqual([]);
    await context.close();
  }

  test("of a new company says what to do next", async () => {
    const opened = await open();
    await opened.page.getByText("No shipments yet").waitFor();
    await opened.page.getByRole("link", { name: "Import a file" }).waitFor();
    expect(await violations(opened.page)).toEqual([]);
    await close(opened);
  });

  test("shows by itself what others make and record", async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText("Live", { exact: true }).waitFor();
    late = await site.shipment({
      shipmentNumber: "LATE-1",
      deliveryScheduledAt: new Date(Date.now() - 86_400_000).toISOString(),
      carrierName: "Rhein Cargo",
    });
    await row(page, "LATE-1").waitFor();
    await site.record(late.id, { eventType: "exception", city: "القاهرة" });
    await row(page, "Exception").getByText("القاهرة").waitFor();
    await row(page, "LATE-1").getByText("late", { exact: true }).last().waitFor();
    for (let number = 1; number <= 21; number += 1) {
      pallets.push(
        await site.shipment({
          shipmentNumber: `PAL-${String(number).padStart(2, "0")}`,
          mode: number === 1 ? "air" : "parcel",
          ...(number === 2 ? { deliveryScheduledAt: new Date().toISOString() } : {}),
        }),
      );
    }
    await row(page, "PAL-21").waitFor();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(20);
    await close(opened);
  });

  test("keeps view, filters and search in the address, and goes back through them", async () => {
    const opened = await open();
    const { page } = opened;
    const views = page.getByRole("navigation", { name: "Views" });
    await views.getByRole("link", { name: "All 22" }).waitFor();
    await views.getByRole("link", { name: "Exceptions 1" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await views.getByRole("link", { name: "Late" }).click();
    await row(page, "LATE-1").waitFor();
    expect(search(page).get("view")).toBe("late");
    await views.getByRole("link", { name: "Today" }).click();
    await row(page, "PAL-02").waitFor();
    await views.getByRole("link", { name: "All" }).click();
    await page.getByLabel("Mode").selectOption("Air");
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(search(page).get("mode")).toBe("air");
    await page.getByLabel("Search shipments").fill("nothing like it");
    await page.getByText(/No shipment has “nothing like it”/).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await row(page, "PAL-21").waitFor();
    expect(await page.getByLabel("Search shipments").inputValue()).toBe("");
    await page.goBack();
    await expect
      .poll(() => page.getByLabel("Search shipments").inputValue())
      .toBe("nothing like it");
    await page.goBack();
    await row(page, "PAL-21").waitFor();
    await page.goBack();
    await row(page, "PAL-02").waitFor();
    expect(search(page).get("view")).toBe("today");
    await page.getByRole("button", { name: "Delivery due" }).waitFor();
    await close(opened);
  });

  test("sorts by what is clicked, and by the address", async () => {
    const opened = await open("/?sort=number");
    const { page } = opened;
    await expect.poll(() => rows(page).first().innerText()).toContain("LATE-1");
    await page.getByRole("button", { name: "Number" }).click();
    await expect.poll(() => rows(page).first().innerText()).toContain("PAL-21");
    expect(search(page).get("sort")).toBe("-number");
    await page.getByRole("button", { name: "Status" }).click();
    await expect.poll(() => opened.requests.some((url) => url.includes("sort=status"))).toBe(true);
    await expect.poll(() => rows(page).last().innerText()).toContain("LATE-1");
    await close(opened);
  });

  test("sorts up, down, and then as before", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "PAL-21").waitFor();
    const numbers = () => rows(page).locator(".st-number").allInnerTexts();
    const before = await numbers();
    expect(before.length).toBeGreaterThan(20);
    const number = page.getByRole("columnheader", { name: "Number" });
    for (const [order, sort] of [
      ["ascending", "number"],
      ["descending", "-number"],
      ["none", null],
    ] as const) {
      await number.getByRole("button").click();
      await expect.poll(() => number.getAttribute("aria-sort")).toBe(order);
      expect(search(page).get("sort")).toBe(sort);
    }
    await expect.poll(numbers).toEqual(before);
    await close(opened);
  });

  test("loses no key of what is typed quickly", async () => {
    const opened = await open();
    const { page } = opened;
    const field = page.getByLabel("Search shipments");
    await field.pressSequentially("rhein cargo nowhere at all", { delay: 35 });
    expect(await field.inputValue()).toBe("rhein cargo nowhere at all");
    await expect.poll(() => search(page).get("q")).toBe("rhein cargo nowhere at all");
    await field.fill("rhein cargo");
    await row(page, "LATE-1").waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await close(opened);
  });

  test("finds pasted numbers, names those that are missing and selects the others", async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, "PAL-21").waitFor();
    await page.evaluate("navigator.clipboard.writeText('PAL-03\\nPAL-04; LATE-1\\nNO-SUCH-9')");
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: /^Find/ }).waitFor();
    await page.keyboard.press("Control+v");
    await page.keyboard.press("Enter");
    await page.getByText("3 of 4 numbers found.").waitFor();
    await page.getByText("NO-SUCH-9", { exact: true }).waitFor();
    await page.getByText("3 selected").waitFor();
    expect(search(page).get("q")).toContain("NO-SUCH-9");
    await close(opened);
  });

  test("selects by key, by range and all, and keeps it in the address", async () => {
    const opened = await open("/?sort=number");
    const { page } = opened;
    await row(page, "PAL-21").waitFor();
    await page.keyboard.type("jxjx");
    await page.getByText("2 selected").waitFor();
    await expect.poll(() => search(page).get("sel")?.split(",").length).toBe(2);
    await page.getByLabel("Select PAL-05").click({ modifiers: ["Shift"] });
    await page.getByText("6 selected").waitFor();
    await expect.poll(() => search(page).get("sel")?.split(",").length).toBe(6);
    await page.reload();
    await page.getByText("6 selected").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("selected").waitFor({ state: "detached" });
    await page.keyboard.press("a");
    await page.getByText("22 selected").waitFor();
    await page.keyboard.press("Escape");
    await close(opened);
  });

  test("records on twenty by keyboard alone, names who refuses, and takes it back", async () => {
    const cancelled = pallets[4];
    await site.call("dispatcher", `POST /api/shipments/${cancelled?.id ?? ""}/cancel`, {
      reason: "Not wanted any more",
    });
    const opened = await open(`/?q=PAL&sort=number`);
    const { page } = opened;
    await row(page, "Cancelled").waitFor();
    await row(page, "PAL-21").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await page.keyboard.press("x");
    await page.getByText("20 selected").waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("1");
    await dialog(page).getByText("Event on 20 shipments").waitFor();
    expect(await dialog(page).getByLabel("City").inputValue()).toBe("Bern");
    expect(await page.getByLabel("City").evaluate((node) => node.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    const refusals = dialog(page).getByRole("alert");
    await refusals.getByText("Recorded on 19 of 20.").waitFor();
    expect(await refusals.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^PAL-05 .*cancelled/i),
    ]);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "Picked up").nth(18).waitFor();
    await page.getByText("selected").waitFor({ state: "detached" });
    await page.keyboard.press("u");
    await row(page, "Picked up").first().waitFor({ state: "detached" });
    await close(opened);
  });

  test("asks for a city where none is likely, and gives the focus back to the row", async () => {
    const opened = await open("/?q=PAL-07");
    const { page } = opened;
    await row(page, "PAL-07").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await page.keyboard.press("4");
    const city = dialog(page).getByLabel("City");
    await city.fill(" ");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Say where it happened").waitFor();
    expect(await violations(page)).toEqual([]);
    await city.fill("Łódź");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "In transit").getByText("Łódź").first().waitFor();
    await expect
      .poll(() => row(page, "PAL-07").evaluate((node) => node.matches(":focus")))
      .toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/shipments\//);
    await page.goBack();
    await row(page, "PAL-07").waitFor();
    await close(opened);
  });

  test("shares by one key", async () => {
    const opened = await open("/?q=PAL-08");
    const { page } = opened;
    await row(page, "PAL-08").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await page.getByText("Tracking link copied").waitFor();
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(copied).toMatch(/\/track\/[\w-]{43}$/);
    await close(opened);
  });

  test("lets a viewer see and share nothing that writes", async () => {
    const opened = await open("/?q=PAL", { role: "viewer" });
    const { page } = opened;
    await row(page, "PAL-21").waitFor();
    expect(await page.getByRole("link", { name: "New shipment" }).count()).toBe(0);
    await page.keyboard.type("jx");
    await page.getByText("1 selected").waitFor();
    expect(await page.getByRole("button", { name: "Record an event" }).count()).toBe(0);
    await page.keyboard.press("e");
    await page.keyboard.press("1");
    expect(await dialog(page).count()).toBe(0);
    await close(opened);
  });

  test("says when it loads, fails and is not up to date", async () => {
    const { page, context } = await open();
    await row(page, "PAL-21").waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const headers = { "x-request-id": "req-board-1" };
    const refuse = (route: Route) =>
      route.fulfill({ status: 500, headers, json: { error: "No." } });
    await page.route("**/api/shipments?*", async (route) => {
      await held;
      await refuse(route);
    });
    await page.goto(`${site.url}/?mode=rail`);
    await page.getByText("Loading shipments").waitFor({ state: "attached" });
    answer();
    await page.getByRole("alert").getByText("req-board-1").waitFor({ timeout: 20_000 });
    expect(await violations(page)).toEqual([]);
    await page.unroute("**/api/shipments?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No shipment fits").waitFor();
    await page.route("**/api/shipments?*", refuse);
    await site.shipment({ mode: "rail", shipmentNumber: "RAIL-1" });
    await page.getByText("This list may not be up to date.").waitFor();
    await page.unroute("**/api/shipments?*", refuse);
    await page.getByRole("button", { name: "Load again" }).click();
    await row(page, "RAIL-1").waitFor();
    await context.close();
  });

  test.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)("is easy to see and to reach: %s, %i px", async (colorScheme, width) => {
    const opened = await open("/", { colorScheme, viewport: { width, height: 844 } });
    const { page } = opened;
    await row(page, "PAL-21").waitFor();
    await page.keyboard.type("jx");
    await page.getByText("1 selected").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    await page.keyboard.type("e7");
    await dialog(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await close(opened);
  });
});
