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
  await page.emulateMedia({ colorScheme: "light" });
  const light = (await page.evaluate("'axe' in globalThis"))
    ? await analyzeAgain(page, {})
    : await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await analyzeAgain(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return { light, dark };
}

async function analyzeAgain(page: Page, options: { readonly runOnly?: readonly string[] }) {
  const given = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const found = await page.evaluate<{ violations: Violations }>(`axe.run(document, ${given})`);
  return written(found.violations);
}

function written(found: Violations) {
  return found.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
}
