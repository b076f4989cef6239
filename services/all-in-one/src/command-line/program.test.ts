import { Writable } from "node:stream";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { createProgram } from "./program.ts";

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
const program = createProgram(
  { env: {}, stdin: (async function* () {})(), terminal: { out: nowhere, err: nowhere } },
  () => undefined,
);

function leaves(command: Command, path: readonly string[] = []): readonly [string, Command][] {
  return command.commands.flatMap((below) => {
    const here = [...path, below.name()];
    return below.commands.length > 0 ? leaves(below, here) : [[here.join(" "), below] as const];
  });
}

it("has the commands that the documentation names, each with a description", () => {
  const all = leaves(program);
  expect(all.map(([name]) => name)).toEqual([
    "import",
    "parked",
    "unpark",
    "tenant create",
    "tenant list",
    "tenant activate",
    "tenant deactivate",
    "user create",
    "user reset",
    "user deactivate",
    "key create",
    "key list",
    "key revoke",
    "migrate",
    "rebuild",
    "doctor",
    "restored",
    "seed",
  ]);
  for (const [, command] of all) expect(command.description()).toMatch(/\.$/);
});

it("answers every question and every change with --json", () => {
  const without = leaves(program).filter(
    ([, command]) => !command.options.some(({ long }) => long === "--json"),
  );
  expect(without.map(([name]) => name)).toEqual(["unpark"]);
});
