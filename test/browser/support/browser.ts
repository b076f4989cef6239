import { describe, inject } from "vitest";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

/** A page that watches itself. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and uncaught exceptions. */
  readonly errors: readonly string[];
  /** Addresses asked for. */
  readonly requests: readonly string[];
}

/** `describe` where there is a browser; else all its tests are skipped, with the reason in the name. */
export function describeBrowser(name: string, define: () => void): void {
  const found = inject("browser");
  const missing = "skipped" in found;
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- the caller gives title and tests
  describe.skipIf(missing)(missing ? `${name} (skipped: ${found.skipped})` : name, define);
}

export async function launchBrowser(): Promise<Browser> {
  const found = inject("browser");
  if ("skipped" in found) throw new Error(found.skipped);
  return chromium.launch({
    executablePath: found.executable,
    // its sandbox refuses root; the pages are our own
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}

/** A recipient's browser: Warsaw time unless told otherwise. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Warsaw",
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  return { page, context, errors, requests };
}
