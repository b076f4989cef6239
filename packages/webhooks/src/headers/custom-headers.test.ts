import fc from "fast-check";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { describe, expect, test } from "vitest";
import { checkCustomHeaders } from "./custom-headers.ts";

const codeOf = (headers: { name: string; value: string }[]) => {
  const checked = checkCustomHeaders(headers);
  return checked.outcome === "valid" ? "valid" : checked.code;
};
const ofName = (name: string) => codeOf([{ name, value: "x" }]);
const ofValue = (value: string) => codeOf([{ name: "x-token", value }]);

test.each(["Authorization", "X-Api-Key", "x_tenant", "3scale-id", "accept", "a".repeat(64)])(
  "the name %s is allowed",
  (name) => {
    expect(ofName(name)).toBe("valid");
  },
);

test.each([
  ["", "invalid_name"],
  ["a b", "invalid_name"],
  ["a:b", "invalid_name"],
  [":path", "invalid_name"],
  ["a\r\nb", "invalid_name"],
  ["a\u0000", "invalid_name"],
  ["ä", "invalid_name"],
  ["-a", "invalid_name"],
  ["__proto__", "invalid_name"],
  ["a".repeat(65), "too_long"],
  ["Host", "reserved_name"],
  ["CONTENT-LENGTH", "reserved_name"],
  ["Transfer-Encoding", "reserved_name"],
  ["connection", "reserved_name"],
  ["expect", "reserved_name"],
  ["Webhook-Id", "reserved_name"],
  ["webhook-anything", "reserved_name"],
  ["webhook_signature", "reserved_name"],
  ["user-agent", "reserved_name"],
  ["Cookie", "reserved_name"],
  ["Proxy-Authorization", "reserved_name"],
])("the name %j is refused as %s", (name, code) => {
  expect(ofName(name)).toBe(code);
});

test.each(["a", "Bearer abc.def", "a b", "zürich", "~", "ÿ", "a".repeat(1024)])(
  "the value %s is allowed",
  (value) => {
    expect(ofValue(value)).toBe("valid");
  },
);

test.each([
  ["", "invalid_value"],
  [" a", "invalid_value"],
  ["a ", "invalid_value"],
  ["a\r\nx-evil: 1", "invalid_value"],
  ["a\nb", "invalid_value"],
  ["a\u0000b", "invalid_value"],
  ["a\tb", "invalid_value"],
  ["a\u007fb", "invalid_value"],
  ["a\u0085b", "invalid_value"],
  ["€", "invalid_value"],
  ["😀", "invalid_value"],
  ["a".repeat(1025), "too_long"],
])("the value %j is refused as %s", (value, code) => {
  expect(ofValue(value)).toBe(code);
});

describe("an endpoint", () => {
  const ten = Array.from({ length: 10 }, (_, n) => ({ name: `x-${String(n)}`, value: "a" }));

  test("has at most ten headers", () => {
    expect(codeOf(ten)).toBe("valid");
    expect(codeOf([...ten, { name: "x-more", value: "a" }])).toBe("too_many");
  });

  test("has each header once, in any case, and is told which one is wrong", () => {
    const twice = [...ten.slice(0, 3), { name: "X-1", value: "b" }];
    expect(checkCustomHeaders(twice)).toMatchObject({ code: "repeated_name", index: 3 });
  });
});

test("what is allowed is what HTTP allows, and never breaks a line", () => {
  const any = fc.string({ unit: "binary", maxLength: 20 });
  fc.assert(
    fc.property(any, any, (name, value) => {
      if (codeOf([{ name, value }]) !== "valid") return;
      expect(() => validateHeaderName(name)).not.toThrow();
      expect(() => validateHeaderValue(name, value)).not.toThrow();
      expect(name + value).not.toMatch(/[\r\n\0]/u);
    }),
  );
});
