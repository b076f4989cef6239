import { existsSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import { structureRules } from "./rules.mjs";
import { sourceFiles, sourceFolders } from "./source-files.mjs";

/**
 * Cruises `packages`, `services`, `test` below `root`. Returns the violations as sentences. dependency-cruiser finds nothing, and complains about nothing,
 * when it does not know the installed TypeScript: so each source file has to be among what it saw.
 */
export async function cruiseTree(root) {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    baseDir: root,
    ruleSet: { forbidden: structureRules() },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // of the repository only: many npm packages live in a folder `dist`
    // and not the launchers in `bin`, which run before anything is installed
    exclude: { path: "^(packages|services)/[^/]+/(dist|coverage|bin)/" },
    outputType: "json",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  });
  const result = typeof output === "string" ? JSON.parse(output) : output;
  const seen = new Set(result.modules.map((module) => module.source));
  const missed = sourceFiles(root).filter((file) => !seen.has(file));
  return {
    cruised: seen.size,
    problems: [
      ...missed.map((file) => `${file}: not seen by dependency-cruiser`),
      ...(seen.size === 0 ? ["no module was cruised"] : []),
      ...result.summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`),
    ],
  };
}
