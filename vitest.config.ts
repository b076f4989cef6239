import { defineConfig } from "vitest/config";

const globalSetup = ["packages/testing/src/global-setup.ts"];
// two cores: more workers only make each test slower and its time-outs less meaningful
const maxWorkers = 2;

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{packages,services}/**/src/**/*.test.ts", "infra/**/*.test.mjs"],
          exclude: ["**/node_modules/**", "**/*.int.test.ts"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["{packages,services}/**/src/**/*.int.test.ts"],
          globalSetup,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "flows",
          include: ["test/flows/**/*.test.ts"],
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
