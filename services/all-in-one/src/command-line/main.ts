import { type Command, CommanderError } from "commander";
import { StartupError } from "../startup-error.ts";
import { CommandFailure } from "./command-failure.ts";
import { createProgram } from "./program.ts";

/** Runs the `tracking` command of `argv` (as `process.argv`) and answers its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const { env, stdout, stderr, stdin } = process;
  // the reader of a pipe may have gone away (`tracking … | head`)
  stdout.on("error", () => undefined);
  let exitCode = 0;
  const program = createProgram({ env, stdin, terminal: { out: stdout, err: stderr } }, (code) => {
    exitCode = code;
  });
  overrideExit(program);
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    stderr.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function overrideExit(command: Command): void {
  command.exitOverride();
  for (const below of command.commands) overrideExit(below);
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof StartupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
