import { describe, expect, test } from "vitest";
import { matchesEntityTag } from "./entity-tag.ts";

describe("If-None-Match", () => {
  test.each(['"a"', 'W/"a"', '"b", "a"', 'W/"b",W/"a"', '"b" , "a" ,', "*", " * ", 'x, "a"'])(
    "%s matches the tag a, compared weakly",
    (condition) => {
      expect(matchesEntityTag(condition, '"a"')).toBe(true);
    },
  );

  test.each(['"b"', "a", '"a', 'a"', '""', "", "**", '"*"', '"A"', '"b, a"', "W/a"])(
    "%s does not match the tag a",
    (condition) => {
      expect(matchesEntityTag(condition, '"a"')).toBe(false);
    },
  );
});
