/** What `planted/` does wrong on purpose, as the checks have to report it. A check that misses one of them is broken. */
export const plantedViolations = [
  "packages/domain/src/index.ts → crypto: packages/domain imports no node: module",
  "packages/domain/src/index.ts → packages/contracts/src/index.ts: packages/domain imports only the packages of its row",
  "packages/contracts/src/index.ts → node_modules/pg: packages/contracts imports only the npm packages of its row",
  "packages/contracts/src/index.ts → packages/contracts/src/other.ts: no cycles",
  "packages/event-log/src/index.ts → packages/postgres/src/hidden.ts: only a package's index.ts is importable",
  "packages/event-log/src/index.ts → ./missing.ts: every import resolves",
  "packages/read-model/src/index.ts → node_modules/vitest: packages/read-model imports only the npm packages of its row",
  "services/api/src/index.ts → packages/event-log/src/index.ts: services/api imports only the packages of its row",
  "services/api/src/index.ts → services/web/src/index.ts: services/api imports only the packages of its row",
  "services/unknown/src/index.ts → packages/postgres/src/index.ts: every package has a row",
  "services/web/src/index.ts:2: writes a read table",
];
