export type { Pool } from "pg";
export { type BytesPool, type BytesQueryable, bytesOf, createBytesPool } from "./bytes-pool.ts";
export { explainConnectionError } from "./connection-error.ts";
export { copyInto, copyLine, type CopyTarget, type CopyValue } from "./copy.ts";
export { isDataError } from "./data-error.ts";
export {
  createMigrationCheck,
  migrate,
  migrationLock,
  type MigrateOptions,
  type Migration,
  type MigrationSet,
  pendingMigrations,
} from "./migrate.ts";
export { ping } from "./ping.ts";
export { plainArray, plainBytesArray } from "./plain-array.ts";
export { createPool, type PoolOptions } from "./pool.ts";
export type { Queryable } from "./queryable.ts";
export {
  ensureLoginRoles,
  ensureLogins,
  ensureRoles,
  forEachRole,
  groupRoles,
  MissingRightError,
  roleNames,
  type Login,
  type LoginRoles,
  type RoleName,
} from "./roles.ts";
export {
  allAnswers,
  inTransactionEndedBy,
  inTransaction,
  type LastStatements,
} from "./transaction.ts";
export type { RowText } from "./row-text.ts";
