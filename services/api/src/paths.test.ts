import { describe, expect, test } from "vitest";
import { areaOf, readApiOwns } from "./paths.ts";

describe("areas of the read API", () => {
  test.each([
    "/api/v1",
    "/api/v1/",
    "/api/v1?x",
    "/api/v1#x",
    "/api/v1/shipments",
    "/api/v%31/x",
    "/api/v1/%zz",
    "/%61pi/v1/x",
  ])("%s needs a key", (target) => {
    expect(areaOf(target)).toBe("v1");
    expect(readApiOwns(target)).toBe(true);
  });

  test.each(["/api/track/x", "/api/track", "/api/track/", "/api/%74rack/x", "/api/track/%zz"])(
    "%s is public tracking",
    (target) => {
      expect(areaOf(target)).toBe("track");
      expect(readApiOwns(target)).toBe(true);
    },
  );

  test.each([
    "/api/v10/x",
    "/api/v1x",
    "/API/v1/x",
    "//api/v1/x",
    "/api//v1",
    "/track/x",
    "/",
    "*",
  ])("%s is neither", (target) => {
    expect(areaOf(target)).toBe("other");
    expect(readApiOwns(target)).toBe(false);
  });

  test("the OpenAPI document is the read API's, open to all", () => {
    expect(areaOf("/api/openapi.json?x")).toBe("other");
    expect(readApiOwns("/api/openapi.json?x")).toBe(true);
  });
});
