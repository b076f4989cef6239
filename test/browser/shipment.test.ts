import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

describeBrowser("the console's shipment in a browser", () => {
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
  const entries = (page: Page) =>
    page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  const open = async (id: string, role: "dispatcher" | "viewer" = "dispatcher", path = "") => {
    const opened = await openPage(browser);
    await site.signIn(opened.page, role, `/shipments/${id}${path}`);
    return opened;
  };
  const headerStatus = (page: Page, word: string) =>
    page.locator("main header").getByText(word, { exact: true }).waitFor();
  const focused = (page: Page) => page.evaluate("document.activeElement?.labels?.[0]?.innerText");
  const keys = async (page: Page, ...pressed: readonly string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };

  describe("making one", () => {
    test("works by keyboard alone, with the appointment on the clocks of the stop", async () => {
      const { page, context, errors } = await openPage(browser);
      await site.signIn(page, "dispatcher", "/shipments/new");
      await heading(page, "New shipment").waitFor();
      await expect.poll(() => focused(page)).toBe("Origin city");
      await page.keyboard.type("Tokyo");
      await page.getByLabel("Origin time zone").fill("Asia/Tokyo");
      await page.getByLabel("Pickup scheduled").fill("2027-03-02T08:30");
      await page.getByLabel("Destination city").fill("Łódź");
      await page.getByRole("button", { name: "Add reference" }).press("Enter");
      await page.keyboard.type("Order");
      await page.keyboard.press("Tab");
      await page.keyboard.type("4500");
      await page.keyboard.press("Control+Enter");
      await page.waitForURL(/\/shipments\/[0-9a-f-]{36}$/);
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      const { shipment } = await site.call("viewer", `GET /api/shipments/${id}`);
      expect(shipment).toMatchObject({
        origin: { city: "Tokyo", timeZone: "Asia/Tokyo" },
        destination: { city: "Łódź" },
        pickupScheduledAt: "2027-03-01T23:30:00.000Z",
        references: [{ type: "Order", value: "4500" }],
      });
      await heading(page, shipment.shipmentNumber).waitFor();
      expect(errors).toEqual([]);
      await context.close();
    });

    test("says at the field what is wrong, keeps the rest for the next one, and asks before it is lost", async () => {
      const { page, context } = await openPage(browser);
      const { shipmentNumber } = await site.shipment({ shipmentNumber: "TAKEN-1" });
      await site.signIn(page, "dispatcher", "/shipments/new");
      await page.getByLabel("Origin country").fill("Switzerland".slice(0, 2));
      await page.keyboard.press("Control+Enter");
      await page.getByText("A place needs its city").waitFor();
      await page.getByLabel("Origin city").fill("Bern");
      await page.getByLabel("Origin country").fill("CH");
      await page.getByLabel("Number", { exact: true }).fill(shipmentNumber);
      await page.keyboard.press("Control+Enter");
      await expect
        .poll(() => page.getByLabel("Number", { exact: true }).getAttribute("aria-invalid"))
        .toBe("true");
      await page.getByLabel("Number", { exact: true }).fill("FREE-1");
      await page.getByRole("button", { name: "Save and new" }).click();
      await page.getByText("Created: FREE-1").waitFor();
      expect(await page.getByLabel("Origin city").inputValue()).toBe("Bern");
      expect(await page.getByLabel("Number", { exact: true }).inputValue()).toBe("");
      await page.getByLabel("Carrier").fill("DHL");
      await page.getByRole("navigation", { name: "Main" }).getByText("Customers").click();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Cancel" }).click();
      expect(await page.getByLabel("Carrier").inputValue()).toBe("DHL");
      await page.getByRole("navigation", { name: "Main" }).getByText("Customers").click();
      await dialog.getByRole("button", { name: "Leave" }).click();
      await heading(page, "Customers").waitFor();
      await context.close();
    });
  });

  test("changing one that somebody else has changed is explained, and nothing typed is lost", async () => {
    const { id } = await site.shipment({ carrierName: "Old" });
    const { page, context } = await open(id, "dispatcher", "/edit");
    await page.getByLabel("Internal notes").fill("Ring twice");
    await site.call("dispatcher", `PATCH /api/shipments/${id}`, { carrierName: "New" });
    await page.getByText("This shipment has changed since you opened it.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Load again" }).click();
    await expect.poll(() => page.getByLabel("Carrier").inputValue()).toBe("New");
    expect(await page.getByLabel("Internal notes").inputValue()).toBe("Ring twice");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(`${site.url}/shipments/${id}`);
    await page.getByText("Ring twice").waitFor();
    const { shipment } = await site.call("viewer", `GET /api/shipments/${id}`);
    expect(shipment).toMatchObject({ carrierName: "New", internalNotes: "Ring twice" });
    await context.close();
  });

  test("the ten events are recorded by keyboard, each with what follows said before", async () => {
    const { id, shipmentNumber } = await site.shipment();
    const { page, context, errors } = await open(id);
    await heading(page, shipmentNumber).waitFor();
    await page.getByText("Nothing has happened yet").waitFor();
    const words = [
      "Picked up",
      "Departed",
      "Arrived",
      "In transit",
      "Out for delivery",
      "Customs hold",
      "Attempt failed",
      "Exception",
      "Delivered",
      "Returned",
    ];
    const digits = ["1", "2", "3", "4", "5", "8", "9", "7", "6", "0"];
    for (const [index, digit] of digits.entries()) {
      await keys(page, "e", digit);
      const dialog = page.getByRole("dialog", { name: `Event on ${shipmentNumber}` });
      await expect.poll(() => focused(page)).toBe("City *");
      if (index === 0) await dialog.getByText("The status becomes").waitFor();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => entries(page).count()).toBe(index + 1);
      expect(await entries(page).first().textContent()).toContain(words[index]);
    }
    await headerStatus(page, "Returned");
    expect(errors).toEqual([]);
    await context.close();
  });

  test("what should not be public is said while it is typed, with what the recipient will read", async () => {
    const { id } = await site.shipment();
    const { page, context } = await open(id);
    await page.getByText("Nothing has happened yet").waitFor();
    await keys(page, "e", "6");
    const view = page.getByRole("region", { name: "What the recipient will see" });
    await page.getByLabel("Description for the recipient").fill("Call +41 79 123 45 67 first");
    await view.getByText("This looks like a telephone number.").waitFor();
    expect(await view.textContent()).toContain("“+41 79 123 45 67”".slice(1, -1));
    await view.getByText("Call +41 79 123 45 67 first").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Description for the recipient").fill("Handed over");
    await expect.poll(() => view.getByText("telephone").count()).toBe(0);
    await view.getByText("Handed over").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/shipments/${id}`);
    await context.close();
  });

  test("an event is voided with a reason, replaced, and undone", async () => {
    const { id } = await site.shipment();
    await site.record(id, { eventType: "pickup" });
    const { page, context, errors } = await open(id);
    await page.getByRole("button", { name: "Void Picked up in Bern" }).press("Enter");
    await page.getByText("The status becomes").waitFor();
    await page.getByLabel("Reason").fill("Wrong pallet");
    await page.keyboard.press("Enter");
    await entries(page).filter({ hasText: "Wrong pallet" }).waitFor();
    await headerStatus(page, "Draft");

    await site.record(id, { eventType: "delivered", city: "Łódź" });
    await page.getByRole("button", { name: "Void Delivered in Łódź" }).press("Enter");
    await page.getByLabel("Reason").fill("Only at the depot");
    await page.getByLabel("Record a correct one in its place").check();
    await page.getByRole("dialog").getByRole("radio", { name: "Arrived" }).check();
    await page.getByRole("button", { name: "Void and replace" }).click();
    await entries(page).filter({ hasText: "Only at the depot" }).waitFor();
    await entries(page).filter({ hasText: "Arrived" }).waitFor();

    await keys(page, "e", "4");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await headerStatus(page, "In transit");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await keys(page, "u");
    await entries(page).filter({ hasText: "Undone" }).waitFor();
    await headerStatus(page, "Draft");
    expect(errors).toEqual([]);
    await context.close();
  });

  test("it is cancelled, reopened and sent back, with the status said before", async () => {
    const { id } = await site.shipment();
    const { page, context, errors } = await open(id);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Cancel shipment" }).click();
    await dialog.getByLabel("Reason").fill("Not ready");
    await dialog.getByText("Cancelled", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await headerStatus(page, "Cancelled");
    await page.getByRole("region", { name: "Audit trail" }).getByText("“Not ready”").waitFor();
    await page.getByRole("button", { name: "Reopen" }).click();
    await dialog.getByText("Draft", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Reopen" }).click();
    await headerStatus(page, "Draft");
    await site.record(id, { eventType: "pickup" });
    await page.getByRole("button", { name: "Start return" }).click();
    await dialog.getByLabel("Reason").fill("Refused");
    await page.keyboard.press("Enter");
    await headerStatus(page, "Returning");
    await entries(page).filter({ hasText: "Return started" }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test("the link is shared by a key, and the frame is the recipient's page", async () => {
    const { id, shipmentNumber } = await site.shipment();
    await site.record(id, { eventType: "pickup", description: "On the way" });
    const { page, context, errors } = await open(id);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await entries(page).first().waitFor();
    await keys(page, "s");
    const frame = page.frameLocator('iframe[title="What the recipient sees"]');
    await frame.getByText("On the way").waitFor();
    const link = await page.evaluate("navigator.clipboard.readText()");
    expect(link).toMatch(/\/track\/[\w-]{43}$/);
    const recipient = await openPage(browser, { locale: "en" });
    await recipient.page.goto(`${String(link)}?lang=en`);
    expect(await frame.locator("main").innerText()).toBe(
      await recipient.page.locator("main").innerText(),
    );
    await page.getByRole("combobox", { name: "Language of the preview" }).click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await frame.locator('html[lang="de"]').waitFor();
    expect(await frame.locator("body").textContent()).toContain(shipmentNumber);
    expect(errors).toEqual([]);
    await recipient.context.close();
    await context.close();
  });

  test("the strip says how an event fared: position in the log, visible, and the webhook's answer", async () => {
    await site.call("admin", "POST /api/webhook-endpoints", {
      url: `${site.url}/dev/webhooks/strip`,
      description: "Warehouse",
    });
    const { id } = await site.shipment();
    await site.record(id, { eventType: "pickup" });
    const { page, context } = await open(id);
    const strip = entries(page).first().getByRole("group", { name: "How it fared" });
    await strip.getByText(/^log \d+\.\d+$/).waitFor();
    await strip.getByText(/^visible/).waitFor();
    await strip.getByText(/20\d in \d+/).waitFor({ timeout: 20_000 });
    expect(await strip.textContent()).toContain("Warehouse");
    await context.close();
  });

  test("a viewer reads and shares, and sees nothing that writes", async () => {
    const { id } = await site.shipment();
    await site.record(id, { eventType: "pickup" });
    const { page, context } = await open(id, "viewer");
    await entries(page).first().waitFor();
    for (const name of [/^Void/, "Record event", "Cancel shipment", "Start return"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    expect(await page.getByRole("link", { name: "Edit" }).count()).toBe(0);
    await keys(page, "e", "1");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.goto(`${site.url}/shipments/new`);
    await page.getByText("Your role may not see this").waitFor();
    await context.close();
  });

  test("one that is not there, or cannot be loaded, is said", async () => {
    const { page, context } = await open("00000000-0000-4000-8000-000000000000");
    await heading(page, "Shipment not found").waitFor();
    const { id } = await site.shipment();
    await page.route(`**/api/shipments/${id}`, (route) =>
      route.fulfill({
        status: 500,
        headers: { "x-request-id": "req-1" },
        json: { error: "Internal error" },
      }),
    );
    await page.goto(`${site.url}/shipments/${id}`);
    await page.getByText("Internal error").waitFor();
    await page.getByText("req-1").waitFor();
    await page.unroute(`**/api/shipments/${id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nothing has happened yet").waitFor();
    expect(await page.getByText("req-1").count()).toBe(0);
    await context.close();
  });

  test("what somebody else records appears by itself", async () => {
    const { id } = await site.shipment();
    const { page, context, errors } = await open(id);
    await page.getByText("Nothing has happened yet").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await site.record(id, { eventType: "pickup" });
    await entries(page).first().waitFor({ timeout: 10_000 });
    expect(errors).toEqual([]);
    await context.close();
  });

  test("a timeline of 200 entries shows the newest and more on demand", async () => {
    const { id } = await site.shipment();
    for (let index = 0; index < 200; index += 1) {
      const eventAt = new Date(Date.now() - (200 - index) * 60_000).toISOString();
      await site.record(id, { eventType: "in_transit", city: `Stop ${String(index)}`, eventAt });
    }
    const { page, context } = await open(id);
    await entries(page).first().waitFor();
    expect(await entries(page).count()).toBe(50);
    expect(await entries(page).first().textContent()).toContain("Stop 199");
    await page.getByRole("button", { name: "Show 150 more" }).click();
    expect(await entries(page).count()).toBe(200);
    await context.close();
  });

  describe.each(["light", "dark"] as const)("in the %s scheme", (colorScheme) => {
    test("nothing is hard to see or to reach", async () => {
      const { id } = await site.shipment({
        deliveryScheduledAt: "2026-01-01T00:00:00Z",
        internalNotes: "Fragile",
        references: [{ type: "Order", value: "1" }],
      });
      await site.record(id, {
        eventType: "pickup",
        description: "Collected",
        internalNote: "By Kim",
      });
      await site.record(id, { eventType: "exception" });
      const { page, context, errors } = await openPage(browser, { colorScheme });
      await site.signIn(page, "dispatcher", `/shipments/${id}`);
      await entries(page).first().waitFor();
      await page.getByRole("button", { name: /^Void Exception/ }).click();
      await page.getByLabel("Reason").fill("Mistake");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await entries(page).filter({ hasText: "Mistake" }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await keys(page, "s");
      await page.frameLocator("iframe").getByText("Collected").first().waitFor();
      // the framed page is a document of its own, with a header and a main part of its own
      const found = (await violations(page)).filter(({ id: rule }) => rule !== "landmark-unique");
      expect(found).toEqual([]);
      await page.goto(`${site.url}/shipments/${id}/edit`);
      await page.getByLabel("Origin city").waitFor();
      expect(await violations(page)).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    });
  });
});
