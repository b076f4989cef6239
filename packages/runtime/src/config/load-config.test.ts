import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ConfigurationError } from "./configuration-error.ts";
import { loadConfig, type Environment } from "./load-config.ts";
import { settings } from "./settings.ts";

const schema = z.object({
  DATABASE_URL: settings.databaseUrl("the database"),
  PORT: settings.port(3000),
  HOST: settings.host(),
  LOG_LEVEL: settings.logLevel(),
  TRUST_PROXY: settings.trustProxy(),
});
const DATABASE_URL = "postgres://me:hunter2@127.0.0.1:5432/db";

function sentencesOf(env: Environment): readonly string[] {
  try {
    loadConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.sentences;
    throw error;
  }
}

describe("loadConfig", () => {
  test("reads what is set and fills in the defaults; empty counts as not set", () => {
    expect(loadConfig(schema, { DATABASE_URL, PORT: "", HOST: "::1", OTHER: "x" })).toEqual({
      DATABASE_URL,
      PORT: 3000,
      HOST: "::1",
      LOG_LEVEL: "info",
    });
  });

  test("reads the proxies as an exact list", () => {
    const config = loadConfig(schema, { DATABASE_URL, TRUST_PROXY: "10.0.0.5, 10.1.0.0/16,::1" });
    expect(config.TRUST_PROXY).toEqual(["10.0.0.5", "10.1.0.0/16", "::1"]);
  });

  test("names every missing and wrong setting with its remedy, in one go", () => {
    expect(sentencesOf({ PORT: "x", LOG_LEVEL: "loud" })).toEqual([
      "DATABASE_URL is missing: set it (or DATABASE_URL_FILE) to the address of the database, for example postgres://user:password@127.0.0.1:5432/database.",
      "PORT is not valid: set it to a port number between 0 (any free port) and 65535.",
      "LOG_LEVEL is not valid: set it to one of trace, debug, info, warn, error, fatal, silent.",
    ]);
  });

  test.each([
    { PORT: "65536" },
    { PORT: "-1" },
    { PORT: "3e3" },
    { PORT: " 80" },
    { HOST: "a b" },
    { TRUST_PROXY: "true" },
    { TRUST_PROXY: "*" },
    { TRUST_PROXY: "10.0.0.5,proxy" },
    { DATABASE_URL: "mysql://x" },
    { DATABASE_URL: "nonsense" },
  ])("refuses %j with one sentence", (env) => {
    const sentences = sentencesOf({ DATABASE_URL, ...env });
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(
      new RegExp(`^${Object.keys(env)[0] ?? ""} is not valid: set it to `),
    );
  });

  test("never repeats a value, which can be a secret", () => {
    const [sentence] = sentencesOf({ DATABASE_URL: "mysql://me:hunter2@host/db" });
    expect(sentence).not.toContain("hunter2");
  });

  test("a setting and its file together are refused", () => {
    expect(sentencesOf({ DATABASE_URL, DATABASE_URL_FILE: "/run/secrets/url" })).toEqual([
      "DATABASE_URL and DATABASE_URL_FILE are both set: unset one of them.",
    ]);
  });
});
