import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

describeBrowser("what is done with invoices, and files that are dropped", () => {
  let browser: Browser;
  let site: ConsoleSite;
  let customerId = "";
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
    const billingAddress = { line1: "Rynek 1", city: "Łódź", countryCode: "PL" };
    const body = { name: "Żabka & Söhne", currency: "EUR", paymentTermsDays: 30, billingAddress };
    customerId = (await site.call("billing", "POST /api/customers", body)).customer.id;
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const dialog = (page: Page) => page.getByRole("dialog");
  const closed = (page: Page) => dialog(page).waitFor({ state: "detached" });
  const payments = (page: Page) =>
    page.getByRole("table", { name: "Payments" }).locator("tbody tr");
  const fact = (page: Page, name: string) =>
    page
      .locator("dl > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");

  async function open(path: string, role: "billing" | "dispatcher" = "billing") {
    const opened = await openPage(browser);
    await site.signIn(opened.page, role, path);
    await opened.page.getByRole("heading", { level: 1 }).waitFor();
    return opened;
  }

  async function close(opened: WatchedPage, expected = "nothing"): Promise<void> {
    expect(opened.errors.filter((text) => !text.includes(expected))).toEqual([]);
    expect(opened.requests.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([]);
    await opened.context.close();
  }

  /** 100.00 EUR, as a draft or issued. */
  async function invoice(status: "draft" | "issued") {
    const line = { chargeCode: "freight", description: "Fracht", quantity: "1" };
    const lineItems = [{ ...line, unitAmountMinor: 10_000 }];
    const body = { customerId, currency: "EUR", lineItems };
    const made = (await site.call("billing", "POST /api/invoices", body)).invoice;
    if (status === "draft") return made;
    const { version } = made;
    return (await site.call("billing", `POST /api/invoices/${made.id}/issue`, { version })).invoice;
  }

  test("a payment is taken back: both entries stay, and the amount is open again", async () => {
    const { id, version } = await invoice("issued");
    const body = { amountMinor: 4_000, currency: "EUR", version, reference: "TRF 7" };
    await site.call("billing", `POST /api/invoices/${id}/payments`, body);
    const opened = await open(`/invoices/${id}`);
    const { page } = opened;
    await expect.poll(() => fact(page, "Open").innerText()).toBe("60.00 EUR");
    await button(page, "Take back").click();
    await dialog(page).getByText("40.00 EUR of").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await closed(page);
    expect(await payments(page).count()).toBe(1);
    await button(page, "Take back").click();
    await dialog(page).getByRole("button", { name: "Take back" }).click();
    await closed(page);
    await expect.poll(() => fact(page, "Open").innerText()).toBe("100.00 EUR");
    await payments(page).filter({ hasText: "Taken back: TRF 7" }).waitFor();
    expect(await payments(page).count()).toBe(2);
    expect(await button(page, "Take back").count()).toBe(0);
    // nothing is paid on it, so it can be voided again
    await button(page, "Void").waitFor();
    await close(opened);
  });

  test.each([
    { press: "Void", confirm: "Void the invoice", mark: "Void", open: "–" },
    {
      press: "Give up",
      confirm: "Mark as uncollectible",
      mark: "Uncollectible",
      open: "100.00 EUR",
    },
  ])("an invoice is closed for good: $press", async ({ press, confirm, mark, open: left }) => {
    const { id, invoiceNumber } = await invoice("issued");
    const opened = await open(`/invoices/${id}`);
    const { page } = opened;
    await button(page, press).click();
    await dialog(page).getByLabel("Reason").fill("Agreed with the customer");
    expect(await violations(page)).toEqual([]);
    await button(page, confirm).click();
    await closed(page);
    const status = page.locator(`[data-status="${mark.toLowerCase()}"]`);
    await status.filter({ hasText: mark }).waitFor();
    await expect.poll(() => fact(page, "Open").innerText()).toBe(left);
    for (const gone of ["Void", "Give up", "Record a payment"]) {
      expect(await button(page, gone).count()).toBe(0);
    }
    const { items } = await site.call("admin", `GET /api/audit-log?subjectId=${id}`);
    expect(JSON.stringify(items)).toContain("Agreed with the customer");
    await page.goto(`${site.url}/invoices?status=${mark.toLowerCase()}`);
    await page.getByRole("row").filter({ hasText: invoiceNumber }).waitFor();
    await close(opened);
  });

  test("a draft is deleted only when that is confirmed, and is gone from the list", async () => {
    const { id, invoiceNumber } = await invoice("draft");
    const opened = await open(`/invoices/${id}`);
    const { page } = opened;
    await button(page, "Delete").click();
    await dialog(page).getByText("never issued").waitFor();
    await page.keyboard.press("Escape");
    await closed(page);
    await button(page, "Delete").click();
    await button(page, "Delete the draft").click();
    await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
    await page.getByRole("table", { name: "Invoices" }).waitFor();
    expect(await page.getByRole("row").filter({ hasText: invoiceNumber }).count()).toBe(0);
    await page.goto(`${site.url}/invoices/${id}`);
    await page.getByRole("heading", { name: "Invoice not found" }).waitFor();
    await close(opened, "status of 404");
  });

  test("a draft that somebody else has changed is neither deleted nor overwritten unseen", async () => {
    const { id, version } = await invoice("draft");
    const opened = await open(`/invoices/${id}`);
    const { page } = opened;
    await button(page, "Edit").click();
    await page.getByLabel("Description of line 1").fill("Mine");
    const theirs = { dueDate: "2027-01-31", version };
    await site.call("admin", `PATCH /api/invoices/${id}`, theirs);
    const conflict = page.getByRole("status").filter({ hasText: "Somebody has changed this" });
    await conflict.waitFor();
    expect(await violations(page)).toEqual([]);
    await button(page, "Keep mine").click();
    await conflict.waitFor({ state: "detached" });
    expect(await page.getByLabel("Description of line 1").inputValue()).toBe("Mine");
    await button(page, "Save draft").click();
    await page.getByRole("table", { name: "Lines" }).getByText("Mine").waitFor();
    await close(opened);
  });

  test("on paper an invoice has both parties, dark words, and nothing to press", async () => {
    const { id } = await invoice("issued");
    const opened = await openPage(browser, { colorScheme: "dark" });
    const { page } = opened;
    await page.addInitScript("globalThis.printed = 0; globalThis.print = () => { printed += 1; };");
    await site.signIn(page, "billing", `/invoices/${id}`);
    await button(page, "Print").click();
    expect(await page.evaluate("printed")).toBe(1);
    const address = page.getByText("Rynek 1");
    expect(await address.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await address.waitFor();
    await page.getByText("Alpine Cargo").waitFor();
    for (const hidden of [
      page.getByRole("navigation", { name: "Main" }),
      page.getByRole("banner").filter({ hasText: "Shipment tracking" }),
      button(page, "Record a payment"),
    ]) {
      expect(await hidden.isVisible()).toBe(false);
    }
    const cell = `document.querySelector('table[aria-label="Lines"] td')`;
    expect(await page.evaluate(`getComputedStyle(${cell}).color`)).toBe("rgb(0, 0, 0)");
    await close(opened);
  });

  test("a file that is dropped is imported; one that is no CSV is refused where it fell", async () => {
    const opened = await open("/imports", "dispatcher");
    const { page } = opened;
    await drop(page, { name: "plan.pdf", type: "application/pdf", text: "%PDF-1.7" });
    await page.getByRole("alert").filter({ hasText: "plan.pdf" }).waitFor();
    expect(await page.getByText("No imports yet").count()).toBe(1);
    const lines = "shipmentNumber,mode\nDROPPED-1,parcel\nDROPPED-2,air\n";
    await drop(page, { name: "shipments.csv", type: "text/csv", text: lines });
    await page.waitForURL(/\/imports\/.+/);
    await page.getByText("Every line is in.", { exact: false }).waitFor();
    await page.goto(`${site.url}/?q=DROPPED`);
    await page.getByRole("row").filter({ hasText: "DROPPED-2" }).waitFor();
    await close(opened);
  });
});

/** As from the desktop: over the field, which lights up, and let go. */
async function drop(page: Page, file: Readonly<Record<"name" | "type" | "text", string>>) {
  const field = page.getByText("or drop it here", { exact: false });
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const { name, type, text } = ${JSON.stringify(file)};
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type }));
      return transfer;
    })()`,
  );
  await field.dispatchEvent("dragover", { dataTransfer });
  await page.locator('[data-over="true"]').waitFor();
  await field.dispatchEvent("drop", { dataTransfer });
  await page.locator('[data-over="false"]').waitFor();
}
