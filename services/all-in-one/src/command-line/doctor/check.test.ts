import { describe, expect, it } from "vitest";
import { checkLines, fail, ok } from "./check.ts";
import { judgeClock } from "./check-clock.ts";
import { refused } from "./check-connections.ts";

describe("a check", () => {
  it("is one line when all is well, else a second one says what to do", () => {
    expect(checkLines(ok("clock", "Fine."))).toEqual([`ok    clock                 Fine.`]);
    expect(checkLines(fail("clock", "Off.", "Set it."))).toEqual([
      `fail  clock                 Off.`,
      `                            → Set it.`,
    ]);
  });
});

describe("the clock", () => {
  it.each([
    [0, "ok", "0.000 s ahead of"],
    [-1_999, "ok", "1.999 s behind"],
    [2_000, "warn", "2.000 s ahead of"],
    [-59_999, "warn", "60 s behind"],
    [60_000, "fail", "60 s ahead of"],
  ] as const)("%i ms ahead is %s", (aheadMs, status, words) => {
    const check = judgeClock(aheadMs);
    expect(check.status).toBe(status);
    expect(check.message).toBe(`The database's clock is ${words} this machine's.`);
  });
});

describe("a refused connection", () => {
  const address = { url: "postgres://ann:secret@db:5432/tracking", variable: "API_DATABASE_URL" };

  it.each([
    [
      "28P01",
      "PostgreSQL at db:5432 refuses the user ann: wrong user or password, or not allowed by pg_hba.conf.",
      "Correct API_DATABASE_URL.",
    ],
    [
      "3D000",
      "PostgreSQL at db:5432 has no database tracking.",
      "Create it (createdb tracking), or correct API_DATABASE_URL.",
    ],
  ])("%s is told apart from its remedy, without the password", (code, message, remedy) => {
    const check = refused("connection_api", Object.assign(new Error("no"), { code }), address);
    expect(check).toEqual({ name: "connection_api", status: "fail", message, remedy });
    expect(JSON.stringify(check)).not.toContain("secret");
  });

  it("of the running service names npm start", () => {
    const error = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    const check = refused("connection_api", error, { ...address, variable: null });
    expect(check.message).toBe(
      "The database of the service in DATA_DIR does not answer (ECONNREFUSED).",
    );
    expect(check.remedy).toBe("Start the service with npm start.");
  });
});
