import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensureBrowser, findBrowser } from "./browser.mjs";

let directory;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "browser-"));
  writeFileSync(join(directory, "chromium"), "");
  chmodSync(join(directory, "chromium"), 0o755);
  writeFileSync(join(directory, "notes"), "");
  chmodSync(join(directory, "notes"), 0o644);
});
afterAll(() => rmSync(directory, { recursive: true }));

test("the browser is found on the PATH, in the usual places, or where CHROMIUM says", () => {
  const program = join(directory, "chromium");
  expect(findBrowser({ PATH: `/nowhere:${directory}` }, [])).toBe(program);
  expect(findBrowser({ PATH: "/nowhere" }, [directory])).toBe(program);
  expect(findBrowser({ CHROMIUM: program }, [])).toBe(program);
  expect(findBrowser({ CHROMIUM: join(directory, "notes"), PATH: directory }, [])).toBeNull();
  expect(findBrowser({}, [])).toBeNull();
});

test("one that is there is not installed", () => {
  const install = vi.fn();
  const found = ensureBrowser({ env: {}, install, find: () => "/usr/bin/chromium" });
  expect(found).toEqual({ executable: "/usr/bin/chromium" });
  expect(install).not.toHaveBeenCalled();
});

test("a missing one is installed once; when that fails the reason says what to do", () => {
  let there = false;
  const find = () => (there ? "/usr/bin/chromium" : null);
  const install = vi.fn(() => "There is no Chromium. Install it.");
  expect(ensureBrowser({ env: {}, install, find })).toEqual({
    skipped: "There is no Chromium. Install it.",
  });
  install.mockImplementation(() => {
    there = true;
    return null;
  });
  expect(ensureBrowser({ env: {}, install, find })).toEqual({ executable: "/usr/bin/chromium" });
  expect(install).toHaveBeenCalledTimes(2);
});

test("a wrong CHROMIUM is named and nothing is installed", () => {
  const install = vi.fn();
  const { skipped } = ensureBrowser({ env: { CHROMIUM: "/nope" }, install });
  expect(skipped).toMatch(/^CHROMIUM names \/nope/);
  expect(install).not.toHaveBeenCalled();
});
