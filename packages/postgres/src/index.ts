export type { Pool } from "pg";
export { explainConnectionError } from "./connection-error.ts";
export {
  migrate,
  type MigrateOptions,
  type Migration,
  type MigrationSet,
  pendingMigrations,
} from "./migrate.ts";
export { createPool, type PoolOptions } from "./pool.ts";
export type { Queryable } from "./queryable.ts";
export {
  ensureLoginRoles,
  ensureRoles,
  groupRoles,
  MissingRightError,
  type LoginRoles,
  type RoleName,
} from "./roles.ts";
export { inTransaction } from "./transaction.ts";
