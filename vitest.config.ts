import { defineConfig } from "vitest/config";

const globalSetup = ["packages/testing/src/global-setup.ts"];
// two cores: more workers only make each test slower and its time-outs less meaningful
const maxWorkers = 2;
// far above what a test needs: a busy machine is slow, not wrong
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{packages,services}/**/src/**/*.test.ts",
            "infra/**/*.test.mjs",
            "test/crash/{history,webhooks}/**/*.test.ts",
            "test/bench/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/*.int.test.{ts,mjs}"],
          // modules are loaded once and not for each file: 23 s instead of 56. A unit test has no state outside itself.
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "integration",
          include: ["{packages,services}/**/src/**/*.int.test.ts", "infra/**/*.int.test.mjs"],
          globalSetup,
          ...patient,
        },
      },
      {
        test: {
          name: "flows",
          include: ["test/flows/**/*.test.ts", "test/crash/*.test.ts"],
          globalSetup,
          ...patient,
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: [...globalSetup, "test/browser/support/browser-setup.ts"],
          ...patient,
        },
      },
    ],
  },
});
