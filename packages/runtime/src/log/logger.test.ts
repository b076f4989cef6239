import { describe, expect, test } from "vitest";
import { createLogger, type Logger } from "./logger.ts";

function logged(write: (log: Logger) => void): Record<string, unknown> & { readonly text: string } {
  let text = "";
  const destination = { write: (line: string) => void (text += line) };
  write(createLogger({ service: "api", level: "info", destination }));
  // the logger writes JSON lines
  return { ...(JSON.parse(text) as Record<string, unknown>), text };
}

describe("the logger", () => {
  test("writes the sentence, the fields, the role, the level as a word and an ISO time", () => {
    const line = logged((log) => log.info({ rows: 3 }, "batch applied"));
    expect(line).toMatchObject({ level: "info", service: "api", rows: 3, msg: "batch applied" });
    expect(line["time"]).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  });

  test.each([
    "authorization",
    "Authorization",
    "cookie",
    "set-cookie",
    "password",
    "newPassword",
    "token",
    "trackingToken",
    "secret",
    "key",
    "apiKey",
    "sessionId",
    "encryption_key",
  ])("replaces the value of a field named %s at any depth", (name) => {
    const nested = { a: [{ b: { [name]: "sensitive" } }], [name]: ["sensitive"] };
    const line = logged((log) => log.info(nested, "something happened"));
    expect(line.text).not.toContain("sensitive");
    expect(line[name]).toBe("[redacted]");
  });

  test("leaves other fields as they are", () => {
    const fields = {
      keyId: "k1",
      tokens: 3,
      monkeys: ["a"],
      route: "/x",
      at: "now",
      nothing: null,
    };
    expect(logged((log) => log.info(fields, "something happened"))).toMatchObject(fields);
  });

  test("keeps an error's message, stack and cause, and redacts its fields", () => {
    const cause = new Error("the inner reason");
    const error = Object.assign(new Error("the outer reason", { cause }), { token: "sensitive" });
    const line = logged((log) => log.error({ err: error }, "request failed"));
    expect(line.text).toContain("the outer reason");
    expect(line.text).toContain("the inner reason");
    expect(line.text).not.toContain("sensitive");
  });

  test("redacts the fields of a child logger", () => {
    const line = logged((log) => log.child({ token: "sensitive" }).info({}, "something happened"));
    expect(line.text).not.toContain("sensitive");
  });

  test.each([
    `stk_${"a1B2c3".repeat(9)}`.slice(0, 53),
    "Bearer abc.def",
    "postgres://user:sensitive@127.0.0.1/db",
    `https://host/track/${"x".repeat(43)}`,
  ])("scrubs %s wherever it stands", (credential) => {
    const error = new Error(`failed with ${credential} today`);
    const line = logged((log) => log.error({ err: error, note: credential }, "request failed"));
    expect(line.text).not.toContain(credential);
    expect(line.text).toContain("[redacted]");
    expect(line.text).toContain("today");
  });
});
