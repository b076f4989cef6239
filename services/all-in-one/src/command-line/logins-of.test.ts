import { describe, expect, it } from "vitest";
import { loginsOf } from "./logins-of.ts";

const owner = "postgres://own%40er:secret@db:5432/tracking";

describe("the users that the services log in as", () => {
  it("are those of the services' addresses, decoded", () => {
    const env = {
      WEB_DATABASE_URL: "postgres://w%C3%A9b:p%40ss%2F@db:5432/tracking",
      API_DATABASE_URL: "",
      RELAY_DATABASE_URL: "postgres://r:x@db:5432/tracking",
    };
    expect(loginsOf(env, owner)).toEqual([
      { role: "web", user: "wéb", password: "p@ss/" },
      { role: "relay", user: "r", password: "x" },
    ]);
  });

  it.each([
    ["nobody", {}, "No user to make: set WEB_DATABASE_URL, "],
    [
      "the owner",
      { WEB_DATABASE_URL: "postgres://own%40er:x@db/t" },
      "logs in as own@er, which is not",
    ],
    [
      "a group role",
      { API_DATABASE_URL: "postgres://tracking_api:x@db/t" },
      "name a user that migrate may make, for example tracking_api_login.",
    ],
    [
      "no password",
      { USAGE_DATABASE_URL: "postgres://u@db/t" },
      "USAGE_DATABASE_URL names no user with a password",
    ],
    ["no address", { WEB_DATABASE_URL: "nonsense" }, "names no user with a password"],
  ])("are not %s", (_what, env, sentence) => {
    expect(() => loginsOf(env, owner)).toThrow(sentence);
  });
});
