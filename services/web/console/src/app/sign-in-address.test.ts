import { expect, test } from "vitest";
import { loginAddress, nextPath } from "./sign-in-address.ts";

test.each(["/customers", "/shipments/1?tab=audit", "/?view=late&q=a%20b"])(
  "signing in comes back to %s",
  (path) => {
    const { searchParams } = new URL(loginAddress(path), "http://console.test");
    expect(nextPath(searchParams.get("next"))).toBe(path);
  },
);

test.each([
  null,
  "",
  "//evil.test",
  "/\\evil.test",
  "https://evil.test/",
  "javascript:alert(1)",
  "customers",
  "/login",
  "/reset?token=x",
  "/set-up",
])("and from %j to the board", (next) => {
  expect(nextPath(next)).toBe("/");
});
