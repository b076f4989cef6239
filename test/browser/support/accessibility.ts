import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/**
 * What axe finds wrong with the page. Its legacy mode does without the empty page that it else opens for each analysis, which is only for frames of
 * other origins; and only violations are written out.
 */
export async function violations(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  return written((await axe.analyze()).violations);
}

/**
 * The same of a page without frames, in the light scheme and then, of which only the colours are others, in the dark one. For tests that look at many
 * states of a page: axe is brought into it once.
 */
export async function violationsInBothSchemes(page: Page) {
  await become(page, "light");
  const light = (await page.evaluate("'axe' in globalThis"))
    ? await analyzeAgain(page, {})
    : await violations(page);
  await become(page, "dark");
  const dark = await analyzeAgain(page, { runOnly: ["color-contrast"] });
  await become(page, "light");
  return { light, dark };
}

/** The console follows the system a moment later. */
async function become(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // colours that are still on their way are neither scheme's
  const transitions = "document.getAnimations().filter((one) => one instanceof CSSTransition)";
  const frame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  await page.evaluate(
    `${frame}.then(() => Promise.allSettled(${transitions}.map((one) => one.finished)))`,
  );
}

async function analyzeAgain(page: Page, options: { readonly runOnly?: readonly string[] }) {
  const given = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found = await page.evaluate<{ violations: Violations }>(`axe.run(document, ${given})`);
  return written(found.violations);
}

function written(found: Violations) {
  return found.map(({ id, nodes }) => ({
    id,
    html: nodes.map(({ html, failureSummary = "" }) => `${html}: ${failureSummary}`),
  }));
}
