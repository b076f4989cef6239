import { defineConfig } from "vitest/config";

const globalSetup = ["packages/testing/src/global-setup.ts"];
// two cores: more workers only make each test slower and its time-outs less meaningful
const maxWorkers = 2;
// far above what a test needs: a busy machine is slow, not wrong
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,services}/**/src/**/*.test.ts", "infra/**/*.test.mjs"],
          exclude: ["**/node_modules/**", "**/*.int.test.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "integration",
          include: ["{packages,services}/**/src/**/*.int.test.ts"],
          globalSetup,
          ...patient,
        },
      },
      {
        test: {
          name: "flows",
          include: ["test/flows/**/*.test.ts"],
          globalSetup,
          ...patient,
          testTimeout: 180_000,
        },
      },
    ],
  },
});
