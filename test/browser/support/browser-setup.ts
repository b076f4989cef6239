import type { TestProject } from "vitest/node";
import { ensureBrowser } from "../../../infra/browser.mjs";

/** The browser of this run, or why there is none. */
export type BrowserContext = { readonly executable: string } | { readonly skipped: string };

declare module "vitest" {
  export interface ProvidedContext {
    browser: BrowserContext;
  }
}

/** vitest's global set-up of the project `browser`: finds Chromium, or installs it. With CI set a missing one fails the run. */
export async function setup(project: TestProject): Promise<void> {
  // as: vitest has the filters of the command line here, without declaring them
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  // what no test wants is not installed
  const found: BrowserContext =
    testFiles.length === 0 ? { skipped: "no browser test is selected" } : ensureBrowser();
  const ci = process.env["CI"];
  if ("skipped" in found && testFiles.length > 0 && (ci === "true" || ci === "1")) {
    throw new Error(`CI is set, so the browser tests have to run, but: ${found.skipped}`);
  }
  project.provide("browser", found);
}
