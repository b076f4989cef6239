import { ConfigurationError } from "@shipment-tracking/runtime";
import { describe, expect, it } from "vitest";
import { defaultPublicUrl, readFlags, readSettings } from "./config.ts";

const flags = { simulator: true };

describe("settings of npm start", () => {
  it("have defaults for everything", () => {
    const settings = readSettings({}, flags);
    expect(settings).toMatchObject({ port: 8080, host: "127.0.0.1", demo: true, simulator: true });
    expect(settings).toMatchObject({ publicUrl: null, databaseUrl: null, logLevel: "info" });
    expect(settings.kafka).toBeNull();
    expect(settings.dataDir).toMatch(/\/data$/);
    expect(settings.health).toEqual({ host: "127.0.0.1", port: null });
  });

  it.each([
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["HEALTH_PORT", "on"],
    ["PUBLIC_URL", "tracking.example.com"],
    ["PUBLIC_URL", "https://example.com/path"],
    ["PUBLIC_URL", "ftp://example.com"],
    ["DATABASE_URL", "mysql://localhost/db"],
    ["KAFKA_BROKERS", "kafka"],
    ["DEMO", "maybe"],
    ["SIMULATOR", "2"],
    ["LOG_LEVEL", "loud"],
  ])("refuse %s=%s with a sentence that names the setting", (name, value) => {
    const read = () => readSettings({ [name]: value }, flags);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(new RegExp(`^${name} is not valid: set it to .+\\.$`));
  });

  it("take PUBLIC_URL with or without the slash at its end", () => {
    for (const PUBLIC_URL of ["https://t.example", "https://t.example/"]) {
      expect(readSettings({ PUBLIC_URL }, flags).publicUrl).toBe("https://t.example");
    }
  });

  it("run no simulator without demo data, with SIMULATOR=off, or with --no-simulator", () => {
    expect(readSettings({ DEMO: "false" }, flags).simulator).toBe(false);
    expect(readSettings({ SIMULATOR: "off" }, flags).simulator).toBe(false);
    expect(readSettings({}, readFlags(["--no-simulator"])).simulator).toBe(false);
    expect(() => readFlags(["--simulator"])).toThrow(/--no-simulator/);
  });

  it.each([
    ["127.0.0.1", "http://localhost:8080"],
    ["0.0.0.0", "http://localhost:8080"],
    ["192.0.2.7", "http://192.0.2.7:8080"],
    ["2001:db8::7", "http://[2001:db8::7]:8080"],
  ])("listening on %s is reached at %s", (host, url) => {
    expect(defaultPublicUrl(host, 8080)).toBe(url);
  });
});
