import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInstallation } from "./installation.ts";
import { requireAddress } from "./with-database.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "tracking-installation-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const urls = {
  owner: "postgres://owner",
  web: "postgres://web",
  projector: "postgres://projector",
  api: "postgres://api",
  usage: "postgres://usage",
  relay: "postgres://relay",
  webhooks: "postgres://webhooks",
};

function writeRuntime(runtime: unknown): void {
  writeFileSync(join(dataDir, "runtime.json"), JSON.stringify(runtime));
}

describe("the installation", () => {
  it("is that of the running service when nothing else is given", () => {
    writeRuntime({ pid: 1, publicUrl: "http://localhost:8123", urls });
    const found = findInstallation({ DATA_DIR: dataDir });
    expect(found.publicUrl).toBe("http://localhost:8123");
    for (const [user, url] of Object.entries(urls)) {
      // the keys of `urls` are the users
      const address = found.addressOf(user as keyof typeof urls);
      expect(address).toEqual({ url, variable: null });
    }
  });

  it("is what the environment says, the closest variable first", () => {
    writeRuntime({ pid: 1, publicUrl: "http://localhost:8123", urls });
    const env = { DATA_DIR: dataDir, DATABASE_URL: "postgres://given", PUBLIC_URL: "https://t.x/" };
    const found = findInstallation(env);
    expect(found.publicUrl).toBe("https://t.x");
    const given = { url: "postgres://given", variable: "DATABASE_URL" };
    expect(found.addressOf("owner")).toEqual(given);
    expect(found.addressOf("web")).toEqual(given);
    // the owner's address would prove nothing about these roles
    expect(found.addressOf("api")).toEqual({ url: urls.api, variable: null });
    const web = findInstallation({ ...env, WEB_DATABASE_URL: "postgres://w" }).addressOf("web");
    expect(web).toEqual({ url: "postgres://w", variable: "WEB_DATABASE_URL" });
  });

  it("that is not there leaves the address that npm start would take, and a sentence for the database", () => {
    const found = findInstallation({ DATA_DIR: dataDir, PORT: "9000" });
    expect(found.publicUrl).toBe("http://localhost:9000");
    expect(() => requireAddress(found, "owner")).toThrow(
      /^No database given, and no service runs here \(.*runtime\.json\)\. .* or set DATABASE_URL\.$/,
    );
  });

  it("of another version, and a wrong public address, are said", () => {
    writeRuntime({ urls: {} });
    expect(() => findInstallation({ DATA_DIR: dataDir })).toThrow(/restart npm start/);
    rmSync(join(dataDir, "runtime.json"));
    expect(() => findInstallation({ DATA_DIR: dataDir, PUBLIC_URL: "tracking" })).toThrow(
      /^PUBLIC_URL is not valid: /,
    );
  });
});
