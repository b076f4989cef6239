import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
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

describe("the read API as a process", () => {
  test("starts alone, is ready, answers, and stops on SIGTERM with code 0 in time", async () => {
    const { output, exit } = run({
      API_DATABASE_URL: db.urls.api,
      USAGE_DATABASE_URL: db.urls.usage,
      PORT: "0",
      HEALTH_PORT: "0",
    });
    await expect.poll(output, { timeout: 40_000 }).toContain("read API started");
    const line = output().split("\n")[0] ?? "";
    const { port, healthPort } = JSON.parse(line) as { port: number; healthPort: number };
    const ready = await fetch(`http://127.0.0.1:${String(healthPort)}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", checks: { database: "ok", migrations: "ok" } },
    ]);
    const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/shipments`);
    expect([answer.status, await answer.text()]).toEqual([401, '{"error":"Missing API key"}']);
    const started = performance.now();
    child?.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("wrong settings are sentences on standard error, exit code 1", async () => {
    const { errors, exit } = run({ PORT: "none" });
    expect(await exit).toBe(1);
    expect(errors().trim().split("\n")).toEqual([
      expect.stringMatching(/^API_DATABASE_URL is missing: set it /) as string,
      "PORT is not valid: set it to a port number between 0 (any free port) and 65535.",
    ]);
  });

  test("a taken port is a sentence, exit code 1", async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(0, "127.0.0.1", resolve);
    });
    // a listening TCP server's address is an AddressInfo
    const port = String((blocker.address() as AddressInfo).port);
    const { errors, exit } = run({ API_DATABASE_URL: db.urls.api, PORT: port, HEALTH_PORT: "0" });
    expect(await exit).toBe(1);
    blocker.close();
    expect(errors()).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another port.\n`,
    );
  });
});
