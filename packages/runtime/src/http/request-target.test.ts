import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { originForm, pathOf } from "./request-target.ts";

describe("originForm", () => {
  test.each([
    ["/x?y", "/x?y"],
    ["*", "*"],
    ["//a/b", "//a/b"],
    ["http://host/x?y", "/x?y"],
    ["HTTPS://host:8080/x", "/x"],
    ["http://host", "/"],
    ["http://host?y", "/?y"],
    ["http://user@host/x", "/x"],
  ])("%s is %s", (target, expected) => {
    expect(originForm(target)).toBe(expected);
  });

  test.each(["", "x", "ftp://host/x", "http:/x", "http://", "http:///x", "host:443"])(
    "%j is no target",
    (target) => {
      expect(originForm(target)).toBeNull();
    },
  );
});

describe("pathOf", () => {
  test.each([
    ["/a/b?c/d", "/a/b"],
    ["/a#b", "/a"],
    ["/a/%76%31/b", "/a/v1/b"],
    ["/a/%2Fb", "/a/%2Fb"],
    ["/%zz/%", "/%zz/%"],
    ["/%00%E0%A4%A", "/%00%E0%A4%A"],
  ])("%s has the path %s", (target, expected) => {
    expect(pathOf(target)).toBe(expected);
  });

  test("reads any text, and reading twice changes nothing for paths without %25", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const path = pathOf(text);
        fc.pre(!/%25/.test(text));
        fc.pre(!/%(?:%|[0-9A-Fa-f]%)/.test(text));
        expect(pathOf(path)).toBe(path);
      }),
    );
  });
});
