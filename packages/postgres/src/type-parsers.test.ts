import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { typeParsers } from "./type-parsers.ts";

const { builtins } = pg.types;
const original = pg.types.getTypeParser(builtins.INT8, "text");

afterEach(() => {
  pg.types.setTypeParser(builtins.INT8, original);
});

function parse(oid: Parameters<typeof pg.types.getTypeParser>[0], text: string): unknown {
  // the hook's type answers `any`
  return (typeParsers.getTypeParser(oid) as (text: string) => unknown)(text);
}

describe("typeParsers", () => {
  it("reads an int8 as a number up to 2^53 and refuses what a number cannot hold", () => {
    expect(parse(builtins.INT8, "9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(parse(builtins.INT8, "-9007199254740991")).toBe(Number.MIN_SAFE_INTEGER);
    expect(() => parse(builtins.INT8, "9007199254740993")).toThrow(RangeError);
  });

  it("does not follow a parser that other code sets for the whole process", () => {
    pg.types.setTypeParser(builtins.INT8, () => "poisoned");
    expect(parse(builtins.INT8, "7")).toBe(7);
  });

  it.each([
    ["1970-01-01 00:00:00+00", "1970-01-01T00:00:00.000Z"],
    ["2026-03-29 01:59:59.9+00", "2026-03-29T01:59:59.900Z"],
    ["9999-12-31 23:59:59.999+00", "9999-12-31T23:59:59.999Z"],
    ["2026-01-02 05:30:00+05:30", "2026-01-02T00:00:00.000Z"],
  ])("reads the timestamptz %s as ISO text with milliseconds", (text, iso) => {
    expect(parse(builtins.TIMESTAMPTZ, text)).toBe(iso);
  });

  it.each([
    [builtins.NUMERIC, "0.10"],
    [builtins.NUMERIC, "123456789012345678901234567890.5"],
    [builtins.DATE, "2026-02-28"],
    [builtins.JSON, '{"b":1,  "a":2}'],
  ])("leaves text of the type %i as it is: %s", (oid, text) => {
    expect(parse(oid, text)).toBe(text);
  });

  it("keeps pg's own parsers for all other types", () => {
    expect(parse(builtins.BOOL, "t")).toBe(true);
    expect(parse(builtins.INT4, "42")).toBe(42);
    expect(parse(builtins.BYTEA, "\\x00ff")).toEqual(Buffer.from([0, 255]));
  });
});
