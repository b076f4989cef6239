import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";
import { fits, type Receiver, startReceiver } from "./support/receiver.ts";

const run = promisify(execFile);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** One administrator's session, each step on what the one before has left. */
describeBrowser("the screens for developers", () => {
  let browser: Browser;
  let site: ConsoleSite;
  let receiver: Receiver;
  let admin: WatchedPage;
  let page: Page;
  let secret = "";
  let endpointPath = "";
  let shipmentNumber = "";
  beforeAll(async () => {
    [browser, site, receiver] = await Promise.all([
      launchBrowser(),
      startConsoleSite(),
      startReceiver(),
    ]);
    admin = await openPage(browser);
    page = admin.page;
    await site.signIn(page, "admin", "/webhooks");
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
    await receiver.close();
  });

  const heading = (name: string): Locator => page.getByRole("heading", { level: 1, name });
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const dialog = (): Locator => page.getByRole("dialog");
  const rows = (table: string): Locator =>
    page.getByRole("table", { name: table }).locator("tbody tr");
  const open = (path: string) => page.goto(site.url + path);
  const last = () => receiver.received.at(-1) ?? { headers: {}, body: "" };

  async function newDelivery(eventType: string): Promise<void> {
    const { id } = await site.shipment();
    await site.record(id, { eventType: "pickup" });
    await site.record(id, { eventType });
  }

  test("an endpoint is added by keyboard; a wrong address is refused at its field", async () => {
    await page.getByText("No endpoints yet").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Add an endpoint" }).first().click();
    const address = page.getByLabel("Address");
    await heading("New webhook endpoint").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("ftp://example.com");
    await page.keyboard.press("Enter");
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    expect(await violations(page)).toEqual([]);
    await address.fill(receiver.url);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Warehouse");
    await button("Add a header").click();
    await page.getByLabel("Name of header 1").fill("X-Warehouse");
    await page.getByLabel("Value of header 1").fill("seven");
    await page.keyboard.press("Enter");
    await heading("The endpoint is added").waitFor();
    secret = await page.getByTestId("secret").innerText();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Go on, and send a test" }).click();
    await heading("Warehouse").waitFor();
    await page.getByText("Nothing was sent yet").waitFor();
    endpointPath = new URL(page.url()).pathname;
    expect(await page.content()).not.toContain(secret);
  });

  test("a test message arrives, signed, and its delivery shows the attempt", async () => {
    await button("Send a test").click();
    await heading("Webhook delivery").waitFor();
    await page.getByText("Delivered (204)").waitFor();
    await expect.poll(() => fits(last(), secret)).toBe(true);
    expect(last().headers["x-warehouse"]).toBe("seven");
    await page.getByText(/ms in all$/).waitFor();
    expect(await violations(page)).toEqual([]);
    const { length } = receiver.received;
    await button("Send again").click();
    await expect.poll(() => receiver.received.length).toBe(length + 1);
    expect(last().headers["webhook-id"]).toBe(receiver.received.at(-2)?.headers["webhook-id"]);
  });

  test("what fails says how, and what waits says why", async () => {
    receiver.answerWith(500);
    await newDelivery("departure");
    await open(endpointPath);
    await expect.poll(() => rows("Deliveries").filter({ hasText: "Waiting" }).count()).toBe(2);
    await rows("Deliveries").filter({ hasText: "behind an earlier change" }).click();
    await page.getByText("An earlier event of the same shipment").waitFor();
    expect(await page.getByRole("status").allInnerTexts()).not.toContainEqual(
      expect.stringMatching(/\d{4}-\d\d-\d\dT/),
    );
    await page.getByRole("link", { name: "To its endpoint" }).click();
    await rows("Deliveries").filter({ hasText: "next attempt is due later" }).click();
    await page.getByText("Failed (500)").first().waitFor();
    await page.getByText("What it answered").first().click();
    await page.getByText("out of order").first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test("a paused endpoint is enabled without its backlog, and one of it sent again", async () => {
    await open(endpointPath);
    await button("Pause").click();
    await page.getByText("Paused").first().waitFor();
    receiver.answerWith(204);
    await button("Enable").click();
    await dialog().getByText("2 deliveries wait.").waitFor();
    await dialog().getByLabel("Skip to now: cancel what has waited").check();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Enable" }).click();
    await dialog().waitFor({ state: "detached" });
    const cancelled = rows("Deliveries").filter({ hasText: "Cancelled" });
    await expect.poll(() => cancelled.count()).toBe(2);
    const { length } = receiver.received;
    await cancelled.first().click();
    await button("Send again").click();
    await page.getByText("Delivered (204)").waitFor();
    await expect.poll(() => receiver.received.length).toBe(length + 1);
  });

  test("a paused endpoint is enabled with its backlog, which arrives", async () => {
    await open(endpointPath);
    await button("Pause").click();
    await button("Enable").waitFor();
    await newDelivery("departure");
    const waiting = `GET /api/webhook-endpoints/${endpointPath.split("/").at(-1) ?? ""}/deliveries?state=waiting`;
    await expect.poll(async () => (await site.call("admin", waiting)).items.length).toBe(2);
    await page.getByLabel("State", { exact: true }).selectOption({ label: "Waiting" });
    await expect.poll(() => rows("Deliveries").count()).toBe(2);
    expect(new URL(page.url()).search).toBe("?state=waiting");
    await expect.poll(() => rows("Deliveries").first().innerText()).toContain("endpoint paused");
    const { length } = receiver.received;
    await button("Enable").click();
    await dialog().getByRole("button", { name: "Enable" }).click();
    await expect.poll(() => receiver.received.length).toBe(length + 2);
    await page.getByText("None in this state").waitFor({ timeout: 15_000 });
  });

  test("what was sent is sent again for a time; a new secret signs beside the old one", async () => {
    const { length } = receiver.received;
    await button("Send again").click();
    await dialog().getByLabel("Those that were delivered, too").check();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(length + 1);
    await button("New secret").click();
    expect(await violations(page)).toEqual([]);
    await button("Make a new secret").click();
    const next = await page.getByTestId("secret").innerText();
    await button("Done").click();
    expect(next).not.toBe(secret);
    await page.getByText("Two secrets sign").waitFor();
    await button("Send a test").click();
    await page.getByText("Delivered (204)").waitFor();
    await expect.poll(() => fits(last(), next)).toBe(true);
    expect(fits(last(), secret)).toBe(true);
  });

  test("the command beside a new key works as it is printed, until the key is revoked", async () => {
    ({ shipmentNumber } = await site.shipment());
    await open("/api-keys");
    await page.getByText("No keys yet").waitFor();
    expect(await violations(page)).toEqual([]);
    await button("New key").first().click();
    await page.keyboard.press("Enter");
    await page.getByText("Say what will use it").waitFor();
    await page.keyboard.type("Scanner");
    await page.keyboard.press("Enter");
    const key = await page.getByTestId("secret").innerText();
    const curl = await dialog().locator("pre").innerText();
    expect(await violations(page)).toEqual([]);
    const answer = async () => (await run("sh", ["-c", `${curl} -s -w ' %{http_code}'`])).stdout;
    await expect.poll(answer).toMatch(/ 200$/);
    expect(await answer()).toContain(shipmentNumber);
    await button("Done").click();
    await open("/developer");
    await runSnippets(key);
    await open("/api-keys");
    await button("Revoke Scanner").click();
    expect(await violations(page)).toEqual([]);
    await button("Revoke the key").click();
    await rows("API keys").getByText("Revoked").waitFor();
    await expect.poll(answer).toMatch(/ 401$/);
  });

  /** Each example as it is on the page, with nothing but the key in the environment. */
  async function runSnippets(key: string): Promise<void> {
    const env = { ...process.env, TRACKING_KEY: key };
    const code = (name: string) =>
      page.getByRole("figure").filter({ hasText: name }).locator("pre").innerText();
    const commands: readonly (readonly [string, readonly string[]])[] = [
      ["sh", ["-c", await code("Shell")]],
      [process.execPath, ["--input-type=module", "-e", await code("TypeScript")]],
      ...(hasPython ? [["python3", ["-c", await code("Python")]] as const] : []),
    ];
    for (const [program, parts] of commands) {
      expect((await run(program, parts, { env })).stdout, program).toContain(shipmentNumber);
    }
    expect(await violations(page)).toEqual([]);
  }

  test("the event log shows its readers, the company's events, and what is parked", async () => {
    const { id } = await site.shipment({ shipmentNumber: "PARKED-1" });
    await site.db.pool("admin").query({
      text: `
        insert into read.parked_streams (consumer, stream_id, tenant_id, part, pos, event_id, event_type, error)
        values ('projector', $1, $2, 3, 17, gen_random_uuid()::text, 'shipment.created', 'mode: is no text')`,
      values: [id, site.tenantId],
    });
    await open("/event-log");
    await rows("Readers").filter({ hasText: "64 of 64" }).first().waitFor();
    await rows("Parked streams").filter({ hasText: "PARKED-1" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await button("Try again: PARKED-1").click();
    await rows("Parked streams")
      .getByText("asked for")
      .or(page.getByText("Nothing is parked"))
      .waitFor();
    await page.getByLabel("Type of event").fill("api_key.revoked");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows("Events").count()).toBe(1);
    await rows("Events").first().focus();
    await page.keyboard.press("Enter");
    await dialog().getByText("Scanner").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Type of event").fill("no.such");
    await page.keyboard.press("Enter");
    await page.getByText("No events of this type").waitFor();
  });

  test("no step wrote an error to the console or asked another origin", () => {
    // a browser writes every refusal to the console: the wrong address is one
    expect(admin.errors.filter((text) => !text.includes("status of 400"))).toEqual([]);
    const foreign = admin.requests.filter(
      (url) => !url.startsWith(`${site.url}/`) && !url.startsWith("data:"),
    );
    expect(foreign).toEqual([]);
  });
});
