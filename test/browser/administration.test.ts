import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations, violationsInBothSchemes } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";

/** Every screen of this file and of developers.test.ts. Their states are in states.test.ts. */
const screens = [
  ["/webhooks", "Webhooks"],
  ["/api-keys", "API keys"],
  ["/users", "Users"],
  ["/audit-log", "Audit log"],
  ["/event-log", "Event log"],
  ["/developer", "Developers"],
  ["/settings", "Settings"],
] as const;

describeBrowser("the screens for administrators", () => {
  let browser: Browser;
  let site: ConsoleSite;
  let admin: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
    admin = await openPage(browser);
    page = admin.page;
    await site.signIn(page, "admin", "/users");
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const headingOf = (on: Page, name: string): Locator =>
    on.getByRole("heading", { level: 1, name, exact: true });
  const heading = (name: string): Locator => headingOf(page, name);
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const dialog = (): Locator => page.getByRole("dialog");
  const dialogIsGone = (): Promise<void> => dialog().waitFor({ state: "detached" });
  const rows = (table: string): Locator =>
    page.getByRole("table", { name: table }).locator("tbody tr");
  const open = (path: string) => page.goto(site.url + path);

  test("who is invited gets a mail, chooses a password with its link, and is in", async () => {
    await button("Invite somebody").click();
    await page.keyboard.type("nova@alpine.example");
    await dialog().getByLabel("Name").fill("Nova Kowalska");
    await dialog().getByLabel("Role").selectOption("Billing");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialogIsGone();
    await rows("Users")
      .filter({ hasText: "Nova Kowalska" })
      .filter({ hasText: "Invited" })
      .waitFor();
    const other = await openPage(browser);
    const link = other.page.getByRole("link", { name: /set-up/ });
    await expect
      .poll(async () => {
        await other.page.goto(`${site.url}/dev/mail`);
        return link.count();
      })
      .toBe(1);
    await link.click();
    await other.page.getByLabel("New password", { exact: true }).fill("seven green teapots");
    await other.page.getByLabel("The same again").fill("seven green teapots");
    await other.page.getByRole("button", { name: "Set password" }).click();
    await headingOf(other.page, "Your password is set.").waitFor();
    await other.page.goto(`${site.url}/login`);
    await other.page.getByLabel("E-mail address").fill("nova@alpine.example");
    await other.page.getByLabel("Password", { exact: true }).fill("seven green teapots");
    await other.page.keyboard.press("Enter");
    await headingOf(other.page, "Shipments").waitFor();
    await other.context.close();
    await page.reload();
    await rows("Users").filter({ hasText: "Nova Kowalska" }).getByText("Active").waitFor();
  });

  test("a role is changed only when that is confirmed", async () => {
    const role = page.getByLabel("Role of Nova Kowalska");
    await role.selectOption("Viewer");
    await dialog().getByText("Billing → Viewer", { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialogIsGone();
    expect(await role.inputValue()).toBe("billing");
    await role.selectOption("Viewer");
    await button("Change the role").click();
    await dialogIsGone();
    await expect.poll(() => role.inputValue()).toBe("viewer");
  });

  test("a user is deactivated and activated; the last administrator cannot be", async () => {
    await button("Deactivate Nova Kowalska").click();
    await button("Deactivate").click();
    await dialogIsGone();
    await rows("Users").filter({ hasText: "Deactivated" }).waitFor();
    await button("Activate Nova Kowalska").click();
    await button("Activate").click();
    await dialogIsGone();
    await button("Deactivate Nova Kowalska").waitFor();
    await button("Deactivate Robin admin").click();
    await dialog().getByText("This is you").waitFor();
    await button("Deactivate").click();
    await dialog().getByRole("alert").filter({ hasText: "last administrator" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialogIsGone();
  });

  test("the audit log says who did that, and is filtered by the address", async () => {
    await open("/audit-log");
    await rows("Audit log").filter({ hasText: "user.role_changed" }).waitFor();
    await page.getByLabel("Action").fill("user.role_changed");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows("Audit log").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?action=user.role_changed");
    await rows("Audit log").first().focus();
    await page.keyboard.press("Enter");
    await dialog().getByText("billing → viewer").waitFor();
    await dialog().getByText("Robin admin").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Action").fill("no.such");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing fits").waitFor();
    await button("Show all").click();
    await expect.poll(() => rows("Audit log").count()).toBeGreaterThan(3);
  });

  test("settings: the name, the single keys, and the colours of this device", async () => {
    await open("/settings");
    await page.getByLabel("Name", { exact: true }).fill("Robin Ødegård");
    await page.keyboard.press("Enter");
    await page
      .getByRole("button", { name: /Robin Ødegård.*your menu|your menu/ })
      .first()
      .waitFor();
    await expect.poll(() => page.getByText("Robin Ødegård").count()).toBeGreaterThan(0);
    await page.getByLabel("Dark").check();
    const scheme = "document.documentElement.dataset.mantineColorScheme";
    await expect.poll(() => page.evaluate(scheme)).toBe("dark");
    await page.getByLabel("As the system").check();
    await page.getByLabel("Single keys").click();
    await heading("Settings").focus();
    await page.keyboard.press("?");
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.reload();
    await heading("Settings").waitFor();
    expect(await page.getByLabel("Single keys").isChecked()).toBe(false);
    expect(await dialog().count()).toBe(0);
    await page.getByLabel("Single keys").click();
  });

  test("settings: other sessions are ended; a password is changed with the present one", async () => {
    await site.call("billing", "GET /api/auth/me");
    const own = await openPage(browser);
    await site.signIn(own.page, "billing", "/settings");
    const sessions = own.page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
    await sessions.first().waitFor();
    const login = { email: site.emails.billing, password: site.password };
    await fetch(`${site.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(login),
    });
    await own.page.reload();
    await expect.poll(() => sessions.count()).toBe(2);
    await own.page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect.poll(() => sessions.count()).toBe(1);
    const save = own.page.getByRole("button", { name: "Change the password" });
    await own.page.getByLabel("Present password").fill("not the password");
    await own.page.getByLabel("New password").fill("short");
    await save.click();
    await own.page.getByText("12 to 128 characters", { exact: true }).waitFor();
    await own.page.getByLabel("New password").fill("seven green teapots");
    const present = own.page.getByLabel("Present password");
    await save.click();
    await own.page.getByText(/not the password/).waitFor();
    expect(await violations(own.page)).toEqual([]);
    await present.fill(site.password);
    await save.click();
    await own.page.getByText("Password changed").first().waitFor();
    expect(await present.inputValue()).toBe("");
    await own.context.close();
  });

  test("no step wrote an error to the console or asked another origin", () => {
    // a browser writes every refusal to the console: the last administrator's is one
    expect(admin.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    const foreign = admin.requests.filter(
      (url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:"),
    );
    expect(foreign).toEqual([]);
  });

  test("each screen is free of obstacles, on a telephone without an edge that it runs over", async () => {
    await site.call("admin", "POST /api/webhook-endpoints", { url: `${site.url}/dev/webhooks/a` });
    await site.call("admin", "POST /api/api-keys", { name: "Scanner" });
    const viewport = { width: 390, height: 844 };
    const own = await openPage(browser, { viewport, reducedMotion: "reduce" });
    await site.signIn(own.page, "admin", "/settings");
    for (const [path, title] of screens) {
      await own.page.goto(site.url + path);
      await headingOf(own.page, title).waitFor();
      await own.page.getByRole("table").or(own.page.getByRole("figure")).first().waitFor();
      expect(await violationsInBothSchemes(own.page), path).toEqual({ light: [], dark: [] });
      const wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      expect(await own.page.evaluate(wider), path).toBe(false);
    }
    expect(own.errors).toEqual([]);
    expect(own.requests.filter((url) => !url.startsWith(`${site.url}/`))).toEqual([]);
    await own.context.close();
  });

  test("a viewer sees what it may, and no button that it may not press", async () => {
    const own = await openPage(browser);
    await site.signIn(own.page, "viewer", "/webhooks");
    await own.page.getByRole("table", { name: "Webhook endpoints" }).waitFor();
    expect(await own.page.getByRole("link", { name: "Add an endpoint" }).count()).toBe(0);
    for (const path of ["/webhooks/new", "/api-keys", "/users", "/audit-log"]) {
      await own.page.goto(site.url + path);
      await own.page.getByText("Your role may not see this").waitFor();
    }
    await own.page.goto(`${site.url}/event-log`);
    await own.page.getByText("How fresh its readers are").waitFor();
    expect(await own.page.getByRole("table").count()).toBe(0);
    await own.page.goto(`${site.url}/developer`);
    await own.page.getByText("An administrator of your company makes the key.").waitFor();
    expect(await violations(own.page)).toEqual([]);
    await own.page.goto(`${site.url}/webhooks/${site.tenantId}`);
    await own.page.getByText("Endpoint not found").waitFor();
    await own.page.goto(`${site.url}/webhooks/deliveries/${site.tenantId}`);
    await own.page.getByText("Delivery not found").waitFor();
    await own.context.close();
  });
});
