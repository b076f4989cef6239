import { join } from "node:path";
import { cruiseTree } from "./cruise-tree.mjs";
import { plantedViolations } from "./planted-violations.mjs";
import { readTableWrites } from "./read-table-writes.mjs";

const root = join(import.meta.dirname, "..", "..");

/** Checks the repository, and that the check itself still catches what `planted/` does wrong. */
const { cruised, problems } = await violationsOf(root);
const { problems: found } = await violationsOf(join(import.meta.dirname, "planted"));
const missed = plantedViolations.filter(
  (expected) => !found.some((sentence) => matches(sentence, expected)),
);
for (const problem of problems) process.stdout.write(`${problem}\n`);
for (const expected of missed) process.stdout.write(`the check did not catch: ${expected}\n`);
process.stdout.write(`${cruised} modules, ${plantedViolations.length} planted violations\n`);
process.exitCode = problems.length + missed.length > 0 ? 1 : 0;

async function violationsOf(tree) {
  const { cruised, problems } = await cruiseTree(tree);
  return { cruised, problems: [...problems, ...readTableWrites(tree)] };
}

/** Paths into node_modules differ between machines: their beginning is enough. */
function matches(sentence, expected) {
  const [path = "", rule = ""] = expected.split(": ");
  const [from = "", to = ""] = path.split(" → ");
  return sentence.startsWith(from) && sentence.includes(to) && sentence.includes(`: ${rule}`);
}
