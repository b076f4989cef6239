import type { Role } from "@shipment-tracking/web-service";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsInBothSchemes } from "./support/accessibility.ts";
import { describeBrowser, launchBrowser, openPage, type WatchedPage } from "./support/browser.ts";
import { type ConsoleSite, startConsoleSite } from "./support/console-site.ts";
import { screens, type ScreenStates } from "./support/screens.ts";

const requestId = "req-states-1";
const none = { light: [], dark: [] };
const stale = /could not be loaded again|may not be up to date|Could not load .* again/;

describeBrowser("each screen says at what it is", () => {
  let browser: Browser;
  let site: ConsoleSite;
  let page: Page;
  const opened = new Map<Role, WatchedPage>();
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startConsoleSite()]);
    page = await pageOf("admin");
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** One for each role, signed in. */
  async function pageOf(role: Role): Promise<Page> {
    const known = opened.get(role);
    if (known !== undefined) return known.page;
    // colours that are still on their way from one scheme to the other are neither's
    const fresh = await openPage(browser, { colorScheme: "light", reducedMotion: "reduce" });
    await fresh.page.addInitScript(keepStreams);
    opened.set(role, fresh);
    await site.signIn(fresh.page, role, "/settings");
    await fresh.page.getByRole("heading", { level: 1 }).waitFor();
    return fresh.page;
  }

  const open = (on: Page, path: string) => on.goto(site.url + path);
  const shown = (on: Page, words: string) => on.getByText(words, { exact: true }).first().waitFor();

  /** Returns what is hard to see or to reach in which state: nothing, if all is well. */
  async function goesThrough(screen: ScreenStates) {
    const obstacles: Record<string, unknown> = {};
    const look = async (state: string): Promise<void> => {
      const found = await violationsInBothSchemes(page);
      if (found.light.length + found.dark.length > 0) obstacles[state] = found;
    };
    const path = await screen.path(site);
    const service = await interrupt(page, screen.asks?.(path) ?? "");
    await open(page, path);
    await page.locator('[role="status"][aria-busy="true"]').getByText("Loading").first().waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look("loading");

    service.fail();
    const problem = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await problem.getByText(requestId).waitFor();
    await look("error");

    await service.answerOnceClicked();
    await problem.getByRole("button", { name: "Try again" }).click();
    await shown(page, screen.loaded);
    await problem.waitFor({ state: "detached" });
    await look("loaded, and empty where it can be");

    if (screen.becomesStale === false) return obstacles;
    service.fail();
    await loseItsPlace(page);
    const old = page.getByRole("status").filter({ hasText: stale });
    await old.waitFor();
    // what was there is still there
    await shown(page, screen.loaded);
    await look("stale");
    await service.answerOnceClicked();
    await old.getByRole("button", { name: "Load again" }).click();
    await old.waitFor({ state: "detached" });
    return obstacles;
  }

  test.each(screens.filter(({ asks }) => asks !== null))(
    "$name: loading, error, empty, stale",
    async (screen) => {
      expect(await goesThrough(screen)).toEqual({});
      await page.unrouteAll();
    },
  );

  test.each(screens.filter(({ asks }) => asks === null))(
    "$name: a form that is there at once",
    async (screen) => {
      await goTo(page, await screen.path(site));
      await shown(page, screen.loaded);
      expect(await violationsInBothSchemes(page)).toEqual(none);
    },
  );

  test.each(
    screens.flatMap(({ name, missing }) => (missing === undefined ? [] : [{ name, missing }])),
  )("$name: not found", async ({ missing: [path, words] }) => {
    await goTo(page, path);
    await page.getByRole("heading", { level: 1, name: words }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual(none);
  });

  test.each(screens.filter(({ forbidden }) => forbidden !== undefined))(
    "$name: forbidden",
    async ({ path, forbidden = [] }) => {
      const address = await path(site);
      for (const role of forbidden) {
        const other = await pageOf(role);
        await goTo(other, address);
        await shown(other, "Your role may not see this");
      }
      const first = await pageOf(forbidden[0] ?? "viewer");
      expect(await violationsInBothSchemes(first)).toEqual(none);
    },
  );

  test.each(
    screens.flatMap(({ name, path, writing }) =>
      writing === undefined ? [] : [{ name, path, writing }],
    ),
  )("$name: for a reader without what writes", async ({ path, writing }) => {
    const address = await path(site);
    const control = (on: Page) => {
      const named = { name: writing, exact: true } as const;
      return on.getByRole("button", named).or(on.getByRole("link", named));
    };
    await goTo(page, address);
    await control(page).first().waitFor();
    const viewer = await pageOf("viewer");
    await goTo(viewer, address);
    await viewer.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => viewer.locator("[aria-busy=true]").count()).toBe(0);
    expect(await control(viewer).count()).toBe(0);
  });

  test("no state wrote an error to the console or asked another origin", () => {
    for (const { errors, requests } of opened.values()) {
      // a browser writes every failed answer to the console: those here were meant
      expect(errors.filter((text) => !/status of (4\d\d|500)/.test(text))).toEqual([]);
      const foreign = requests.filter(
        (url) => !url.startsWith("data:") && !url.startsWith(site.url),
      );
      expect(foreign).toEqual([]);
    }
  });
});

/**
 * From now on the service does not answer `path`: until told to fail, or to answer once
 * something has been clicked. A change that the stream tells of asks again by itself, so
 * that a service which answers sooner takes the button away from under the pointer.
 */
async function interrupt(page: Page, path: string) {
  let decide: (decision: Decision) => void = () => undefined;
  let decision = new Promise<Decision>((resolve) => (decide = resolve));
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if ((await decision) === "answer once clicked" && (await page.evaluate("clicked")))
        return route.continue();
      return route.fulfill({
        status: 500,
        headers: { "x-request-id": requestId },
        json: { error: "The database is away." },
      });
    },
  );
  const now = (next: Decision): void => {
    decide(next);
    decision = Promise.resolve(next);
  };
  return {
    fail: () => now("fail"),
    async answerOnceClicked() {
      await page.evaluate(noticeClick);
      now("answer once clicked");
    },
  };
}

type Decision = "fail" | "answer once clicked";

/** Runs in the page, before what it does about a click. */
const noticeClick = `
  globalThis.clicked = false;
  addEventListener("click", () => (globalThis.clicked = true), { capture: true, once: true });
`;

/** As by a link of the console: the page stays. By way of a screen that is none, so that what is waited for is not what was there before. */
async function goTo(page: Page, path: string): Promise<void> {
  const between = page.getByRole("heading", { level: 1, name: "There is no such page" });
  await push(page, "/between");
  await between.waitFor();
  await push(page, path);
  await between.waitFor({ state: "detached" });
}

async function push(page: Page, path: string): Promise<void> {
  const state = "{ idx: (history.state?.idx ?? 0) + 1, key: 'states' }";
  await page.evaluate(`history.pushState(${state}, "", ${JSON.stringify(path)})`);
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate', { state: history.state }))");
}

/** Runs in the page before its own code. */
const keepStreams = `
  const Source = EventSource;
  globalThis.streams = [];
  globalThis.EventSource = class extends Source {
    constructor(...given) {
      super(...given);
      globalThis.streams.push(this);
    }
  };
`;

/** As the service tells a console that has missed changes: everything is asked for again. */
async function loseItsPlace(page: Page): Promise<void> {
  await page.evaluate('streams.at(-1).dispatchEvent(new MessageEvent("reset", { data: "{}" }))');
}
