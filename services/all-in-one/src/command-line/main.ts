import { CommanderError } from "commander";
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
  program.exitOverride();
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    stderr.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
