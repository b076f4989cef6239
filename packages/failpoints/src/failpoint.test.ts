import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { configureFailpoints, failpoint } from "./failpoint.ts";
import { FailpointsRefused } from "./failpoints-refused.ts";
import { parseFailpoints } from "./parse-failpoints.ts";

afterEach(() => configureFailpoints({}));

describe("FAILPOINTS", () => {
  test("names failpoints with what to do and on which passage, the first by default", () => {
    expect(parseFailpoints("relay.after-ack=kill:3, projector.after-offset=stop,")).toEqual([
      { name: "relay.after-ack", action: "kill", passage: 3 },
      { name: "projector.after-offset", action: "stop", passage: 1 },
    ]);
  });

  test.each([
    "x",
    "relay=kill",
    "relay.after-ack",
    "relay.after-ack=die",
    "a.b=kill:0",
    "a.b=kill:",
  ])("%j is refused with a sentence", (text) => {
    expect(() => configureFailpoints({ FAILPOINTS: text })).toThrow(/^FAILPOINTS is not valid: /);
  });

  test("is refused in production, whatever it says", () => {
    const env = { NODE_ENV: "production", FAILPOINTS: "relay.after-ack=kill" };
    expect(() => configureFailpoints(env)).toThrow(FailpointsRefused);
    configureFailpoints({ NODE_ENV: "production", FAILPOINTS: "" });
  });
});

describe("a failpoint", () => {
  test("does nothing unless armed", async () => {
    configureFailpoints({ FAILPOINTS: "other.point=throw" });
    await expect(failpoint("some.point")).resolves.toBeUndefined();
  });

  test("acts on its passage and never again", async () => {
    configureFailpoints({ FAILPOINTS: "some.point=throw:2" });
    await failpoint("some.point");
    await expect(failpoint("some.point")).rejects.toThrow("Failpoint some.point");
    await failpoint("some.point");
  });

  test("kills its process, and nothing after it runs", () => {
    const script = `
import { configureFailpoints, failpoint } from ${JSON.stringify(join(import.meta.dirname, "failpoint.ts"))};
configureFailpoints({ FAILPOINTS: "some.point=kill:2" });
await failpoint("some.point");
process.stdout.write("once ");
await failpoint("some.point");
process.stdout.write("twice");`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", script];
    const ran = spawnSync(process.execPath, args, { encoding: "utf8", cwd: import.meta.dirname });
    expect(ran.stderr).toBe("failpoint some.point (passage 2): kill\n");
    expect(ran).toMatchObject({ signal: "SIGKILL", stdout: "once " });
  });
});
