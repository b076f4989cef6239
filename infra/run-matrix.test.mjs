import { expect, test } from "vitest";
import { runMatrix } from "./run-matrix.mjs";

async function run(results) {
  const lines = [];
  const tested = [];
  const passed = await runMatrix({
    product: "Product",
    versions: ["1", "2", "3"],
    testOn: async (version) => {
      tested.push(version);
      return { code: 0, line: `line of ${version}`, interrupted: false, ...results[version] };
    },
    print: (line) => lines.push(line),
  });
  return { passed, tested, lines };
}

test("all versions are tested, one after the other, with a line for each", async () => {
  expect(await run({})).toEqual({
    passed: true,
    tested: ["1", "2", "3"],
    lines: ["Product 1: line of 1", "Product 2: line of 2", "Product 3: line of 3"],
  });
});

test("one that fails does not keep the others from being tested", async () => {
  expect(await run({ 1: { code: 1 } })).toMatchObject({ passed: false, tested: ["1", "2", "3"] });
  expect(await run({ 3: { code: null } })).toMatchObject({ passed: false });
});

test("Ctrl-C ends all of it, and is no success", async () => {
  expect(await run({ 2: { interrupted: true } })).toEqual({
    passed: false,
    tested: ["1", "2"],
    lines: ["Product 1: line of 1"],
  });
  expect(await run({ 3: { interrupted: true } })).toMatchObject({ passed: false });
});
