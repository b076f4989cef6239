/**
 * Who may import what: the architecture as a table. The rules in `rules.mjs` follow from it; docs/architecture.md explains it.
 *
 * `workspace`: other packages of this repository. `npm`: packages from npm. `node: false`: not even Node's own modules.
 * `npmInFile`: an npm package that one file alone may import. `testsAlso`, `npmInTests`: packages that only its tests import.
 * `files`: single files of another package, which it may import without its index.
 * What is not named may not be imported.
 */
export const mayImport = {
  "packages/domain": { workspace: [], npm: [], node: false },
  "packages/contracts": { workspace: ["packages/domain"], npm: ["zod"] },
  "packages/failpoints": { workspace: [], npm: [] },
  "packages/secrets": { workspace: [], npm: [] },
  "packages/webhooks": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/failpoints",
      "packages/postgres",
    ],
    npm: ["ipaddr.js"],
    npmInTests: ["standardwebhooks"],
  },
  "packages/postgres": {
    workspace: [],
    npm: ["pg", "node-pg-migrate", "pg-copy-streams", "pg-protocol"],
  },
  "packages/event-log": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/failpoints",
      "packages/postgres",
    ],
    npm: [],
    npmInFile: { kafkajs: "packages/event-log/src/kafka/kafka-client.ts" },
    npmInTests: ["kafkajs"],
  },
  "packages/read-model": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/failpoints",
      "packages/postgres",
    ],
    npm: [],
  },
  "packages/runtime": {
    workspace: ["packages/failpoints"],
    npm: ["zod", "pino", "fastify", "prom-client"],
  },
  "packages/embedded-postgres": { workspace: [], npm: [], testsAlso: ["packages/postgres"] },
  "packages/testing": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/postgres",
      "packages/event-log",
      "packages/read-model",
      "packages/runtime",
      "packages/embedded-postgres",
    ],
    npm: ["testcontainers", "vitest"],
  },
  "services/web": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/postgres",
      "packages/event-log",
      "packages/failpoints",
      "packages/runtime",
      "packages/secrets",
      "packages/webhooks",
    ],
    npm: [
      "@fastify/cookie",
      "@fastify/helmet",
      "@fastify/static",
      "@node-rs/argon2",
      "csv-parse",
      "dinero.js",
      "fastify",
      "nodemailer",
      "temporal-polyfill",
      "uuidv7",
      "zod",
    ],
    npmInTests: ["smtp-server"],
  },
  "services/web/console": {
    // of the domain only values and types; it runs in browsers
    workspace: ["packages/domain"],
    // what the server and the console must have in common, without anything that needs a server
    files: [
      "services/web/src/auth/roles.ts",
      "services/web/src/console-app/console-paths.ts",
      "services/web/src/pages/tracking/status-paths.ts",
    ],
    node: false,
    npm: [
      "@mantine/core",
      "@mantine/form",
      "@mantine/hooks",
      "@radix-ui/react-icons",
      "@tanstack/react-query",
      "@tanstack/react-virtual",
      "@vitejs/plugin-react",
      "openapi-fetch",
      "react",
      "react-dom",
      "react-router",
      "vite",
    ],
  },
  "services/relay": {
    workspace: [
      "packages/contracts",
      "packages/event-log",
      "packages/failpoints",
      "packages/postgres",
      "packages/runtime",
    ],
    npm: ["zod"],
    npmInTests: ["kafkajs"],
  },
  "services/webhooks": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/event-log",
      "packages/failpoints",
      "packages/postgres",
      "packages/runtime",
      "packages/secrets",
      "packages/webhooks",
    ],
    npm: ["undici", "zod"],
    npmInTests: ["standardwebhooks"],
  },
  "services/projector": {
    workspace: [
      "packages/contracts",
      "packages/failpoints",
      "packages/postgres",
      "packages/event-log",
      "packages/read-model",
      "packages/runtime",
    ],
    npm: ["zod"],
  },
  "services/api": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/postgres",
      "packages/read-model",
      "packages/runtime",
    ],
    npm: ["@fastify/swagger", "fastify", "zod"],
  },
  "services/all-in-one": {
    workspace: [
      "packages/domain",
      "packages/contracts",
      "packages/postgres",
      "packages/event-log",
      "packages/read-model",
      "packages/runtime",
      "packages/embedded-postgres",
      "packages/failpoints",
      "packages/secrets",
      "packages/webhooks",
      "services/web",
      "services/relay",
      "services/projector",
      "services/webhooks",
      "services/api",
    ],
    npm: ["cli-progress", "commander", "fastify", "zod"],
  },
};

/** Tests of every package may use these besides. */
export const testsMayImport = {
  workspace: ["packages/testing"],
  npm: ["vitest", "fast-check"],
};

/** Only these files write the read tables (02-architecture: a read table has one writer). */
export const readTableWriters = [
  "packages/read-model/src/apply/",
  "packages/read-model/src/buckets/",
  "packages/read-model/src/rebuild/",
  "packages/read-model/src/unpark",
];
