import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "./load-config.ts";

const schema = z.object({ SECRET: z.string().min(3).describe("a secret of 3 characters or more") });
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "load-config-"));
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

test("a setting can come from the file that NAME_FILE names, without its last line break", () => {
  const file = join(directory, "secret");
  writeFileSync(file, "two words \n");
  expect(loadConfig(schema, { SECRET_FILE: file })).toEqual({ SECRET: "two words " });
});

test("a file that cannot be read is one sentence with the path and the remedy", () => {
  const file = join(directory, "missing");
  expect(() => loadConfig(schema, { SECRET_FILE: file })).toThrow(
    `SECRET_FILE names the file ${file}, which cannot be read (ENOENT): create it or correct the path.`,
  );
});

test("what the file holds is checked like any value", () => {
  const file = join(directory, "short");
  writeFileSync(file, "x\n");
  expect(() => loadConfig(schema, { SECRET_FILE: file })).toThrow(
    "SECRET is not valid: set it to a secret of 3 characters or more.",
  );
});
