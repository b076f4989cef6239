export { acquireDataDirLock, type DataDirLock } from "./data-dir-lock.ts";
export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from "./start.ts";
