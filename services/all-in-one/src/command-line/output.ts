import type { CommandWorld } from "./import-command.ts";
import { writeLine } from "./terminal.ts";

export interface OutputOptions {
  readonly json?: boolean | undefined;
}

/** What a command has to say: to a program one line of JSON, to a person the lines. */
export interface Output {
  readonly json: unknown;
  readonly lines: readonly string[];
}

export function print({ terminal }: CommandWorld, { json }: OutputOptions, output: Output): void {
  if (json === true) writeLine(terminal.out, JSON.stringify(output.json));
  else for (const line of output.lines) writeLine(terminal.out, line);
}
