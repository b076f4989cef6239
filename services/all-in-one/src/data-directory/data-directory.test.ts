import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataDirectory, type DataDirectory } from "./open-data-directory.ts";
import { loadSecrets, randomPassword } from "./secrets.ts";
import { openServiceLog } from "./service-log.ts";

let path = "";
let directory: DataDirectory;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "tracking-data-"));
  directory = openDataDirectory(path);
});

afterEach(() => {
  directory.release();
  rmSync(path, { recursive: true });
});

describe("the data directory", () => {
  it("is refused with the remedy when it is a file, or below one", () => {
    const file = join(path, "file");
    writeFileSync(file, "");
    for (const wrong of [file, join(file, "below")]) {
      expect(() => openDataDirectory(wrong)).toThrow(/cannot be used \(E\w+\): .*set DATA_DIR/);
    }
  });

  it("keeps its secrets to the owner and hands out the same ones again", async () => {
    const first = await loadSecrets(directory);
    expect(statSync(directory.secretsFile).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(directory)).toEqual(first);
  });

  it.each(["", "{", "[]", '{"installationId":"x"}'])(
    "refuses the damaged secrets file %j with the remedy",
    async (content) => {
      writeFileSync(directory.secretsFile, content);
      await expect(loadSecrets(directory)).rejects.toThrow(/is damaged .*(Restore|restore)/);
    },
  );

  it("gives a file of a version without some roles their passwords, once", async () => {
    const { rolePasswords, ...others } = await loadSecrets(directory);
    const { web, projector, api, usage } = rolePasswords;
    const before = { ...others, rolePasswords: { web, projector, api, usage } };
    writeFileSync(directory.secretsFile, JSON.stringify(before));
    const completed = await loadSecrets(directory);
    expect(completed).toMatchObject(before);
    const { relay, webhooks } = completed.rolePasswords;
    expect(new Set([web, projector, api, usage, relay, webhooks])).toHaveLength(6);
    expect(statSync(directory.secretsFile).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(directory)).toEqual(completed);
  });

  it("refuses a database whose secrets are lost instead of making new ones", async () => {
    writeFileSync(join(path, "cluster-location"), "/elsewhere\n");
    await expect(loadSecrets(directory)).rejects.toThrow(/secrets\.json is missing/);
  });
});

describe("a random password", () => {
  it("is long enough for the sign-in and never the same", () => {
    const passwords = Array.from({ length: 50 }, randomPassword);
    for (const password of passwords) expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect(new Set(passwords).size).toBe(50);
  });
});

describe("the log file", () => {
  it("is put aside when it is full, and shows each kind of warning once on the terminal", async () => {
    const shown: string[] = [];
    const onWarning = (line: string) => void shown.push(line);
    const log = openServiceLog({ file: directory.logFile, maxBytes: 150, onWarning });
    const line = (level: string, msg: string) =>
      `${JSON.stringify({ level, service: "x", msg })}\n`;
    for (const msg of ["one", "two", "three", "four"]) log.write(line("info", msg));
    for (let repeat = 0; repeat < 3; repeat += 1) log.write(line("error", "five"));
    await log.close();
    const files = [`${directory.logFile}.1`, directory.logFile];
    const kept = files.map((file) => readFileSync(file, "utf8").match(/"msg":"\w+"/g)?.length);
    expect(kept).toEqual([4, 3]);
    expect(shown).toEqual(["error (x) five"]);
  });
});
