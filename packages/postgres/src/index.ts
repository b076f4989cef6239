export type { Pool } from "pg";
export { createPool, type PoolOptions } from "./pool.ts";
export type { Queryable } from "./queryable.ts";
export { inTransaction } from "./transaction.ts";
