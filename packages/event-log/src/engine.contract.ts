import { describe } from "vitest";
import { deliveryContract } from "./engine-delivery.contract.ts";
import { failureContract } from "./engine-failure.contract.ts";
import type { EngineHarness } from "./engine-harness.contract.ts";
import { membersContract } from "./engine-members.contract.ts";

/** The contract of `EventLogEngine`. An engine is put under it by one test file that brings its harness. */
export function engineContract(name: string, createHarness: () => Promise<EngineHarness>): void {
  describe(`${name} engine: delivery`, () => {
    deliveryContract(createHarness);
  });
  describe(`${name} engine: failures and stop`, () => {
    failureContract(createHarness);
  });
  describe(`${name} engine: members`, () => {
    membersContract(createHarness);
  });
}
