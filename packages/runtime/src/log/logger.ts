import { type DestinationStream, type Logger, type LevelWithSilent, pino } from "pino";
import { groupedStdout } from "./grouped-destination.ts";
import { censored, redactFields, scrubText, secretNames } from "./redact.ts";

export type { Logger } from "pino";
export type LogLevel = LevelWithSilent;

export interface LoggerOptions {
  /** The process's role, on every line. */
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /** For a server with many requests, where a write for each line is a fifth of its time: see `groupedStdout`. */
  readonly grouped?: boolean;
}

/**
 * The process's logger: JSON lines with a constant sentence in `msg` and data in fields. Fields named like a secret (authorization, cookie,
 * password, token, key…) are replaced at any depth, and what looks like a credential is scrubbed from the finished line.
 */
export function createLogger({ service, level, destination, grouped }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service },
    timestamp: createClock(),
    formatters: { level: (label: string) => ({ level: label }), log: redactFields },
    // the formatter does not see the fields of child loggers
    redact: { paths: [...secretNames], censor: censored },
    serializers: { err: serializeError },
    hooks: { streamWrite: scrubText },
  };
  if (destination !== undefined) return pino(options, destination);
  return grouped === true ? pino(options, groupedStdout()) : pino(options);
}

function serializeError(error: Error): Record<string, unknown> {
  return redactFields({ ...pino.stdSerializers.err(error) });
}

/** The time as pino wants it, made once for all lines of a millisecond. */
function createClock(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
