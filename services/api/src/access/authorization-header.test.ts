import { describe, expect, test } from "vitest";
import { presentedKey } from "./authorization-header.ts";

describe("the Authorization header", () => {
  test("absent is missing, whatever else is sent", () => {
    expect(presentedKey([])).toEqual({ kind: "missing" });
    expect(presentedKey(["Host", "a", "Proxy-Authorization", "Bearer x"])).toEqual({
      kind: "missing",
    });
  });

  test.each(["Bearer x", "bearer x", "BEARER  x", "BeArEr x "])(
    "%j presents its one token, scheme in any case",
    (value) => {
      expect(presentedKey(["aUTHORIZATION", value])).toEqual({ kind: "token", token: "x" });
    },
  );

  test.each(["", " ", "Bearer", "Bearer ", "Bearer x y", "Basic x", "Bearerx", "Bearer\tx", "x"])(
    "%j is malformed",
    (value) => {
      expect(presentedKey(["Authorization", value])).toEqual({ kind: "malformed" });
    },
  );

  test("two of them are malformed, even when both are good", () => {
    const twice = ["Authorization", "Bearer x", "authorization", "Bearer x"];
    expect(presentedKey(twice)).toEqual({ kind: "malformed" });
  });
});
