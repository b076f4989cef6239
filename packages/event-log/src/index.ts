export {
  appendEvents,
  type AppendedStream,
  type AppendResult,
  type NewEvent,
  type StreamAppend,
} from "./append.ts";
export { type Backlog, readBacklog, readHeartbeatAge } from "./backlog.ts";
export { LogDamaged, Superseded } from "./errors.ts";
export { eventLogMigrations } from "./migrations.ts";
export { partOf } from "./part.ts";
export type * from "./port.ts";
export { partCount } from "./port.ts";
export { createPostgresEngine, type PostgresEngineOptions } from "./postgres/engine.ts";
export { readHeads, readPart, readStream } from "./read.ts";
