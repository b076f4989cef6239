import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");
const styles = join(import.meta.dirname, "../../../../../node_modules/@mantine/core/styles");

/** Names of what the sources import from @mantine/core. */
function imported(): ReadonlySet<string> {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const names = files
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(join(sources, file), "utf8"))
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)])
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.replace(/^\s*type\s/, "").trim());
  return new Set(names);
}

test("every component of Mantine that is used has its styles", () => {
  const sheet = readFileSync(join(import.meta.dirname, "mantine.css"), "utf8");
  const needed = [...imported()].filter((name) => existsSync(join(styles, `${name}.css`)));
  expect(needed).toContain("Button");
  expect(needed.filter((name) => !sheet.includes(`/${name}.css"`))).toEqual([]);
});
