import fc from "fast-check";
import { expect, test } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const read = (text: string): unknown => parseStrictJson(Buffer.from(text, "utf8"));

test("reads every JSON value as JSON.parse does", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('"__proto__"'));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("finds a key that is given twice wherever it stands", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.jsonValue(), (key, value) => {
      fc.pre(key !== "__proto__");
      const pair = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
      fc.pre(!pair.includes('"__proto__"'));
      expect(() => read(`[{"outer":{${pair},"z":[{}],${pair}}}]`)).toThrow(/is given twice/);
    }),
  );
});

test.each([
  ["the same key in neighbouring objects", '[{"a":1},{"a":2}]'],
  ["the same key inside and outside", '{"a":{"a":1}}'],
  ["a text that looks like a key", '{"a":"b","b":"a\\":1"}'],
  ["braces in texts", '{"a":"{[","b":"]}"}'],
])("accepts %s", (_name, text) => {
  expect(read(text)).toEqual(JSON.parse(text));
});

test.each([
  ['{"a":{"b":9007199254740991.4}}', "b"],
  ['{"x":1,"amount":-1.00000000000000000001}', "amount"],
  ["[0.9999999999999999999999]", "body"],
])("refuses %s, which would be read as an integer", (text, key) => {
  expect(() => read(text)).toThrow(`${key}: has more digits than a number can keep.`);
});

test.each(["1.0", "1.50", "0.1", "-2.000", "1e3", "12.5e1", '"9007199254740991.4"'])(
  "accepts %s",
  (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  },
);

test("takes an empty or blank body for none, with or without a byte order mark", () => {
  for (const text of ["", " \r\n", "\ufeff"]) expect(read(text)).toBeUndefined();
  expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
});

test("a hostile body is refused in linear time", () => {
  const started = performance.now();
  for (const text of [
    '"'.repeat(65_535),
    `"${'\\"'.repeat(32_000)}`,
    "[".repeat(65_000),
    '{"":'.repeat(16_000),
  ]) {
    expect(() => read(text)).toThrow(/^The body is (not valid JSON|nested too deeply)\.$/);
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
