type Line = (fields: Readonly<Record<string, unknown>>, sentence: string) => void;

/** Where an engine writes its lines: the shape of a pino logger. */
export interface LogSink {
  readonly info: Line;
  readonly warn?: Line;
  readonly error?: Line;
  readonly debug?: Line;
}
