import { describe, expect, it } from "vitest";
import { isErrorOf } from "./server-log.ts";

const prefix = "2026-01-02 03:04:05.678 UTC [42] db=mine user=web ";

describe("isErrorOf", () => {
  it.each(["ERROR", "FATAL", "PANIC"])("takes %s lines of the database", (severity) => {
    expect(isErrorOf(`${prefix}${severity}:  something`, "mine")).toBe(true);
  });

  it("leaves other databases, lower severities and continuation lines", () => {
    expect(isErrorOf(`${prefix}ERROR:  something`, "min")).toBe(false);
    expect(isErrorOf(`${prefix}LOG:  db=mine user=web ERROR:  quoted`, "mine")).toBe(false);
    expect(isErrorOf(`${prefix}STATEMENT:  select 'ERROR: '`, "mine")).toBe(false);
    expect(isErrorOf("\tERROR:  in a statement of several lines", "mine")).toBe(false);
  });

  it("takes background processes, which have no database, for nobody's", () => {
    expect(isErrorOf("2026-01-02 03:04:05 UTC [42] db= user= FATAL:  x", "mine")).toBe(false);
  });
});
