import { expect, test } from "vitest";
import { defaultTargetRules } from "./parse-target.ts";
import { targetRulesOf } from "./target-rules-of.ts";

const strict = { WEBHOOK_ALLOW_HTTP: false, WEBHOOK_ALLOW_LOOPBACK: false };

test("the settings' defaults are the rules' defaults", () => {
  expect(targetRulesOf({ ...strict, WEBHOOK_PORTS: [443, 8443] })).toEqual(defaultTargetRules);
});

test("a receiver on this machine may listen on any port, others on the given ones", () => {
  const loopback = { ...strict, WEBHOOK_ALLOW_LOOPBACK: true, WEBHOOK_PORTS: [443] };
  expect(targetRulesOf(loopback).ports).toBe("any");
  expect(targetRulesOf({ ...strict, WEBHOOK_PORTS: [9443] }).ports).toEqual([9443]);
});
