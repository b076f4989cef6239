import type { KafkaConnection } from "./kafka/connection.ts";
import { createKafkaEngine } from "./kafka/engine.ts";
import type { EventLogEngine } from "./port.ts";
import { createPostgresEngine, type PostgresEngineOptions } from "./postgres/engine.ts";

export interface EngineOptions extends PostgresEngineOptions {
  /** Null: no broker, the table is the log. */
  readonly kafka: KafkaConnection | null;
  /** See `createKafkaEngine`. */
  readonly silenceMs?: number;
}

/** The engine that the configuration asks for. */
export function createEngine(options: EngineOptions): EventLogEngine {
  const { kafka, ...rest } = options;
  return kafka === null
    ? createPostgresEngine(rest)
    : createKafkaEngine({ ...rest, connection: kafka });
}
