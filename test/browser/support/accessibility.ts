import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * What axe finds wrong with the page. Its legacy mode does without the empty page that it else opens for each analysis, which is only for frames of
 * other origins; and only violations are written out.
 */
export async function violations(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  return (await axe.analyze()).violations.map(({ id, nodes }) => ({
    id,
    html: nodes.map((node) => node.html),
  }));
}
