import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@shipment-tracking/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

let db: TestDatabase;
let child: ChildProcess | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => {
  if (child?.exitCode === null) child.kill("SIGKILL");
});
afterAll(async () => {
  await db.drop();
});

interface Process {
  output(): string;
  errors(): string;
  readonly exit: Promise<number | null>;
}

function run(env: Record<string, string>): Process {
  const main = join(import.meta.dirname, "main.ts");
  const started = spawn(process.execPath, ["--import", "tsx", main], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child = started;
  let output = "";
  let errors = "";
  started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  started.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => {
    started.once("exit", resolve);
  });
  return { output: () => output, errors: () => errors, exit };
}

function settings(): Record<string, string> {
  return {
    WEB_DATABASE_URL: db.urls.web,
    PUBLIC_URL: "http://tracking.test",
    API_URL: "http://127.0.0.1:9",
    SECRET_KEYS: `main:${key}`,
    PORT: "0",
    HEALTH_PORT: "0",
  };
}
const key = randomBytes(32).toString("base64");

describe("the web application as a process", () => {
  test("starts alone, is ready, answers, and stops on SIGTERM with code 0", async () => {
    const { output, exit } = run(settings());
    await expect.poll(output, { timeout: 15_000 }).toContain("web application started");
    const line =
      output()
        .split("\n")
        .find((one) => one.includes("started")) ?? "";
    const { port, healthPort } = JSON.parse(line) as { port: number; healthPort: number };
    const ready = await fetch(`http://127.0.0.1:${String(healthPort)}/readyz`);
    expect(ready.status).toBe(200);
    const me = await fetch(`http://127.0.0.1:${String(port)}/api/auth/me`);
    expect([me.status, await me.json()]).toEqual([401, { error: "Not signed in" }]);
    const page = await fetch(`http://127.0.0.1:${String(port)}/track/${"x".repeat(43)}`);
    expect(page.status).toBe(503);
    child?.kill("SIGTERM");
    expect(await exit).toBe(0);
  });

  test("refuses another key under a known name with a sentence", async () => {
    const other = randomBytes(32).toString("base64");
    const { errors, exit } = run({ ...settings(), SECRET_KEYS: `main:${other}` });
    expect(await exit).toBe(1);
    expect(errors()).toMatch(/^SECRET_KEYS has another key under the name "main"/);
    expect(errors()).not.toMatch(/ at |node:/);
    expect(errors()).not.toContain(other);
  });

  test("names every wrong setting and its remedy, and repeats no value", async () => {
    const { errors, exit } = run({ PUBLIC_URL: "nonsense", SECRET_KEYS: "main:canary" });
    expect(await exit).toBe(1);
    for (const name of ["WEB_DATABASE_URL", "PUBLIC_URL", "API_URL", "SECRET_KEYS"]) {
      expect(errors()).toMatch(new RegExp(`^${name} is (missing|not valid): set it .*\\.$`, "m"));
    }
    expect(errors()).not.toMatch(/canary|nonsense/);
  });
});
