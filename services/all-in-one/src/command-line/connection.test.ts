import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resolveConnection } from "./connection.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tracking-connection-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function writeDemo(demo: unknown): void {
  writeFileSync(join(dataDir, "demo.json"), JSON.stringify(demo));
}

const demo = {
  baseUrl: "http://localhost:8123/api",
  tenants: [
    { id: "1", dispatcher: { email: "dora@one.example", password: "demo secret" } },
    { id: "2", dispatcher: { email: "dan@two.example", password: "other secret" } },
  ],
};

describe("the demo installation", () => {
  test("gives what is not given: its address and its first tenant's dispatcher", () => {
    writeDemo(demo);
    expect(resolveConnection({}, { DATA_DIR: dataDir })).toEqual({
      baseUrl: "http://localhost:8123",
      email: "dora@one.example",
      password: "demo secret",
    });
  });

  test("another address is reached with its dispatcher", () => {
    writeDemo(demo);
    expect(resolveConnection({ url: "http://127.0.0.1:9/" }, { DATA_DIR: dataDir }).baseUrl).toBe(
      "http://127.0.0.1:9",
    );
  });

  test("that is not there is said, with what to do", () => {
    expect(() => resolveConnection({}, { DATA_DIR: dataDir })).toThrow(
      /^No connection given, and there is no demo installation here \(.*demo\.json\)\. Start the service with npm start/,
    );
  });

  test.each([{}, { baseUrl: "http://localhost:1/api", tenants: [] }, "text"])(
    "whose file is something else (%j) is said",
    (content) => {
      writeDemo(content);
      expect(() => resolveConnection({}, { DATA_DIR: dataDir })).toThrow(
        /demo\.json is not what the service wrote\. Start/,
      );
    },
  );

  test("is not asked when everything is given", () => {
    const env = { DATA_DIR: dataDir, TRACKING_PASSWORD: "secret" };
    expect(resolveConnection({ url: "https://t.example", email: "a@b.example" }, env)).toEqual({
      baseUrl: "https://t.example",
      email: "a@b.example",
      password: "secret",
    });
  });
});

describe("what is given", () => {
  test("the password comes from a file, without the line break at its end", () => {
    const passwordFile = join(dataDir, "password");
    writeFileSync(passwordFile, " pass word \n");
    const options = { url: "https://t.example", email: "a@b.example", passwordFile };
    expect(resolveConnection(options, {}).password).toBe(" pass word ");
  });

  test("the environment names the service and the user", () => {
    const env = {
      TRACKING_URL: "https://t.example/tracking/api/",
      TRACKING_EMAIL: "a@b.example",
      TRACKING_PASSWORD: "secret",
    };
    expect(resolveConnection({}, env)).toEqual({
      baseUrl: "https://t.example/tracking",
      email: "a@b.example",
      password: "secret",
    });
  });

  test("a user without a password, and a password without a user, is incomplete", () => {
    expect(() => resolveConnection({ email: "a@b.example" }, {})).toThrow(
      "No password for a@b.example: put it into a file and name that with --password-file",
    );
    expect(() => resolveConnection({}, { TRACKING_PASSWORD: "secret" })).toThrow(
      "No e-mail address for this password: give it with --email.",
    );
  });

  test("a password file that is not there is named", () => {
    const options = { email: "a@b.example", passwordFile: join(dataDir, "none") };
    expect(() => resolveConnection(options, {})).toThrow(
      `The password file ${dataDir}/none cannot be read (ENOENT)`,
    );
  });

  test.each(["localhost:8080", "ftp://t.example", "nonsense"])("%s is no address", (url) => {
    const env = { TRACKING_PASSWORD: "secret" };
    expect(() => resolveConnection({ url, email: "a@b.example" }, env)).toThrow(
      `${url} is not the address of a service`,
    );
  });
});
