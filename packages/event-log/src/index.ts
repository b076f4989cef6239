export {
  appendEvents,
  type AppendedStream,
  type AppendResult,
  type NewEvent,
  type StreamAppend,
} from "./append.ts";
export {
  type Backlog,
  type LogLag,
  type PartLag,
  readBacklog,
  readHeartbeatAge,
  readLag,
} from "./backlog.ts";
export { backOffMs } from "./consumer/back-off.ts";
export { Pause } from "./consumer/pause.ts";
export { createEngine, type EngineOptions } from "./create-engine.ts";
export { LogDamaged, Superseded } from "./errors.ts";
export type { KafkaConnection } from "./kafka/connection.ts";
export { followUnparkRequests, type FollowOptions } from "./follow-unpark-requests.ts";
export { createKafkaEngine, type KafkaEngine, type KafkaEngineOptions } from "./kafka/engine.ts";
export { ensureTopic, type TopicSettings } from "./kafka/ensure-topic.ts";
export { readLogIdentity } from "./log-identity.ts";
export type { LogSink } from "./log-sink.ts";
export { eventLogMigrations } from "./migrations.ts";
export { announceNews } from "./news/announce-news.ts";
export { type LogNews, noNews, relaxedMs } from "./news/log-news.ts";
export { partOf } from "./part.ts";
export type * from "./port.ts";
export { partCount } from "./port.ts";
export { createPostgresEngine, type PostgresEngineOptions } from "./postgres/engine.ts";
export { renewLogIdentity } from "./renew-log-identity.ts";
export { readPartByStream } from "./read-part-by-stream.ts";
export { readHeads, readPart, readStream, readVersions, type StreamVersions } from "./read.ts";
export { readUnparkRequests, requestUnpark, type UnparkRequest } from "./unpark-requests.ts";
