import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

type Opened = BrowserContextOptions & { readonly role?: "dispatcher" | "billing" | "viewer" };

describeBrowser("customers, invoices and imports", () => {
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
  const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  async function open(path: string, { role = "billing", ...options }: Opened = {}) {
    const opened = await openPage(browser, options);
    await site.signIn(opened.page, role, path);
    await opened.page.getByRole("heading", { level: 1 }).waitFor();
    return opened;
  }

  /** A browser writes every answer of 4xx to the console: those that the test is about are expected. */
  async function close(opened: WatchedPage, expected = "nothing"): Promise<void> {
    expect(opened.errors.filter((text) => !text.includes(expected))).toEqual([]);
    const own = (url: string) => url.startsWith(`${site.url}/`) || /^(data|blob):/.test(url);
    expect(opened.requests.filter((url) => !own(url))).toEqual([]);
    await opened.context.close();
  }

  const newCustomer = async (name: string, currency: string): Promise<string> => {
    const body = { name, currency, paymentTermsDays: 30 };
    return (await site.call("billing", "POST /api/customers", body)).customer.id;
  };

  describe("customers", () => {
    test("begin empty, are made, found and changed", async () => {
      const opened = await open("/customers");
      const { page } = opened;
      await page.getByText("No customers yet").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: "New customer" }).first().click();
      await heading(page, "New customer").waitFor();
      await button(page, "Create customer").click();
      await page.getByText("Say who the customer is").waitFor();
      await page.getByLabel("Name").fill("Żabka & Söhne");
      await page.getByLabel("Address", { exact: true }).fill("Rynek 1");
      await button(page, "Create customer").click();
      await page.getByText("An address needs this").first().waitFor();
      await page.getByLabel("City").fill("Łódź");
      await page.getByLabel("Country").fill("pl");
      await page.keyboard.press("Enter");
      await heading(page, "Żabka & Söhne").waitFor();
      await page.getByText("Łódź").waitFor();
      await page.goto(`${site.url}/customers?q=nobody`);
      await page.getByText("Nothing was found for “nobody”.").waitFor();
      await page.getByLabel("Search customers").fill("żabka");
      await row(page, "Żabka").click();
      await button(page, "Deactivate").click();
      await button(page, "Activate").waitFor();
      await close(opened);
    });

    test("are not overwritten unseen", async () => {
      const id = await newCustomer("Gotthard AG", "CHF");
      const opened = await open(`/customers/${id}`);
      const { page } = opened;
      await button(page, "Edit").click();
      await page.getByLabel("Contact person").fill("Mine");
      const theirs = { contactName: "Theirs", version: 1 };
      await site.call("admin", `PATCH /api/customers/${id}`, theirs);
      const conflict = page.getByText(/Somebody has changed this customer/);
      await button(page, "Save").click();
      await conflict.waitFor();
      expect(await page.getByLabel("Contact person").inputValue()).toBe("Mine");
      await button(page, "Keep mine").click();
      await conflict.waitFor({ state: "detached" });
      await button(page, "Save").click();
      await page.getByText("Mine", { exact: true }).waitFor();
      await close(opened, "status of 409");
    });

    test("with a taken number are refused in the form", async () => {
      const body = { name: "First", customerNumber: "TAKEN-1" };
      await site.call("billing", "POST /api/customers", body);
      const opened = await open("/customers/new");
      const { page } = opened;
      await page.getByLabel("Name").fill("Second");
      await page.getByLabel("Number", { exact: true }).fill("TAKEN-1");
      await page.keyboard.press("Enter");
      await page.getByText("The customer number TAKEN-1 is already used.").waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe("Second");
      await close(opened, "status of 409");
    });
  });

  describe("invoices", () => {
    test.each([
      {
        currency: "JPY",
        price: "1,500",
        quantity: "2.5",
        total: "3,750 JPY",
        part: "750",
        rest: "3,000 JPY",
      },
      {
        currency: "KWD",
        price: "1234.567",
        quantity: "1",
        total: "1,234.567 KWD",
        part: "234.567",
        rest: "1,000.000 KWD",
      },
    ])("in $currency are exact from the draft to the last payment", async (given) => {
      const { currency, price, quantity, total, part, rest } = given;
      const customerId = await newCustomer(`Customer of ${currency}`, currency);
      const opened = await open(`/invoices/new?customerId=${customerId}`);
      const { page } = opened;
      await page.getByRole("table", { name: "Lines" }).waitFor();
      await expect
        .poll(() => page.getByRole("combobox", { name: "Currency" }).inputValue())
        .toBe(currency);
      await page.getByLabel("Description of line 1").fill("Freight");
      await page.getByLabel("Quantity of line 1").fill(quantity);
      await page.getByLabel("Unit price of line 1").fill(price);
      await row(page, total).waitFor();
      await button(page, "Save draft").click();
      await button(page, "Issue").click();
      await page.getByRole("dialog").getByText(total).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Issue" }).click();
      await button(page, "Record a payment").click();
      const amount = page.getByLabel(`Amount in ${currency}`);
      expect(`${await amount.inputValue()} ${currency}`).toBe(total);
      await amount.fill("99999999");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("alert").waitFor();
      await amount.fill(part);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("Partially paid").waitFor();
      await page.getByText(rest, { exact: true }).waitFor();
      await button(page, "Record a payment").click();
      await page.getByRole("button", { name: "Record the payment" }).click();
      await page.getByText("Paid", { exact: true }).first().waitFor();
      await button(page, "Record a payment").waitFor({ state: "detached" });
      await close(opened, "status of 4");
    });

    test("show the mistakes in their lines, and Enter in the last line adds one", async () => {
      const customerId = await newCustomer("Lines AG", "EUR");
      const opened = await open(`/invoices/new?customerId=${customerId}`);
      const { page } = opened;
      await page.getByLabel("Unit price of line 1").fill("1.005");
      await page.getByLabel("Description of line 1").fill("Freight");
      await page.keyboard.press("Enter");
      const second = page.getByLabel("Description of line 2");
      await expect.poll(() => second.evaluate((node) => node.matches(":focus"))).toBe(true);
      await button(page, "Save draft").click();
      await page.getByText("Say what it is for").waitFor();
      expect(await violations(page)).toEqual([]);
      await close(opened);
    });

    test("are found by status, and can only be seen by a viewer", async () => {
      const opened = await open("/invoices?status=paid", { role: "viewer" });
      const { page } = opened;
      await row(page, "Customer of KWD").waitFor();
      expect(await page.getByRole("link", { name: "New invoice" }).count()).toBe(0);
      await row(page, "Customer of KWD").click();
      await button(page, "Print").waitFor();
      expect(await button(page, "Record a payment").count()).toBe(0);
      await page.goBack();
      await row(page, "Customer of JPY").waitFor();
      await page.goto(`${site.url}/invoices/00000000-0000-4000-8000-000000000000`);
      await heading(page, "Invoice not found").waitFor();
      await close(opened, "status of 404");
    });

    test("say when the list cannot be loaded", async () => {
      const { page, context } = await open("/customers");
      await page.route("**/api/invoices*", (route) =>
        route.fulfill({
          status: 500,
          contentType: "application/json",
          headers: { "x-request-id": "req-invoices-1" },
          body: JSON.stringify({ error: "Something went wrong." }),
        }),
      );
      await page.goto(`${site.url}/invoices`);
      await page.getByRole("alert").getByText("req-invoices-1").waitFor();
      await page.unroute("**/api/invoices*");
      await button(page, "Try again").click();
      await row(page, "Customer of JPY").waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      await context.close();
    });
  });

  describe("imports", () => {
    const file = (name: string, text: string) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });

    test("keep the good lines, and name the bad ones in a file to download", async () => {
      const opened = await open("/imports", { role: "dispatcher" });
      const { page } = opened;
      await page.getByText("No imports yet").waitFor();
      const input = page.locator("input[type=file]");
      await input.setInputFiles(file("book.xlsx", "x"));
      await page.getByText(/book.xlsx is a spreadsheet/).waitFor();
      const lines = ["shipmentNumber,mode", "IMP-1,parcel", "IMP-2,zeppelin", "IMP-3,air"];
      await input.setInputFiles(file("shipments.csv", `${lines.join("\n")}\n`));
      await page.waitForURL(/\/imports\/.+/);
      await page.getByRole("heading", { name: "Rejected lines" }).waitFor();
      await page.getByText("Done", { exact: true }).waitFor();
      expect(await page.locator("dl dd").allInnerTexts()).toEqual(["3", "2", "0", "1"]);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        button(page, "Download as CSV").click(),
      ]);
      const text = await readFile(await download.path(), "utf8");
      expect(text.split("\r\n")).toEqual(["line,error", expect.stringMatching(/^3,.*mode/), ""]);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("link", { name: "All imports" }).click();
      await row(page, "Done").waitFor();
      await page.goto(`${site.url}/?q=IMP`);
      await row(page, "IMP-3").waitFor();
      await close(opened);
    });

    test("without lines that can be read are refused with the service's sentence", async () => {
      const opened = await open("/imports", { role: "dispatcher" });
      const { page } = opened;
      await page.locator("input[type=file]").setInputFiles(file("x.csv", "colour\nred\n"));
      await page.getByRole("alert").first().waitFor();
      expect(await page.getByRole("alert").first().innerText()).toMatch(/colour|shipmentNumber/);
      await close(opened, "status of 4");
    });

    test("are not for a viewer", async () => {
      const opened = await open("/imports", { role: "viewer" });
      await opened.page.getByText("Your role may not see this").waitFor();
      expect(await violations(opened.page)).toEqual([]);
      await close(opened);
    });
  });

  test.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)("all are easy to see and to reach: %s, %i px", async (colorScheme, width) => {
    const customerId = await newCustomer(`Seen in ${colorScheme}`, "EUR");
    const paths = ["/customers", "/customers/new", `/customers/${customerId}`, "/invoices"];
    const all = [...paths, `/invoices/new?customerId=${customerId}`];
    const viewport = { width, height: 844 };
    const opened = await open("/", { colorScheme, viewport });
    for (const path of all) {
      await opened.page.goto(site.url + path);
      await opened.page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => opened.page.locator("[aria-busy=true]").count()).toBe(0);
      expect(await violations(opened.page), path).toEqual([]);
      const wide = "document.documentElement.scrollWidth > innerWidth";
      expect(await opened.page.evaluate(wide), path).toBe(false);
    }
    await close(opened);
  });
});
