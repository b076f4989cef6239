import { type DestinationStream, type Logger, type LevelWithSilent, pino } from "pino";
import { censored, redactFields, scrubText, secretNames } from "./redact.ts";

export type { Logger } from "pino";
export type LogLevel = LevelWithSilent;

export interface LoggerOptions {
  /** The process's role, on every line. */
  readonly service: string;
  readonly level: LogLevel;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /**
   * Lines that come while others are being written go out together, beside the event loop: a write each costs a busy server a fifth of its time. What
   * is not written yet when the process ends is written then; a kill loses it.
   */
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
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redactFields },
    // the formatter does not see the fields of child loggers
    redact: { paths: [...secretNames], censor: censored },
    serializers: { err: serializeError },
    hooks: { streamWrite: scrubText },
  };
  if (destination !== undefined) return pino(options, destination);
  return grouped === true ? pino(options, pino.destination({ sync: false })) : pino(options);
}

function serializeError(error: Error): Record<string, unknown> {
  return redactFields({ ...pino.stdSerializers.err(error) });
}
