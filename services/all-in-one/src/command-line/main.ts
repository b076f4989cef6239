import { configureFailpoints, FailpointsRefused } from "@shipment-tracking/failpoints";
import { ConfigurationError } from "@shipment-tracking/runtime";
import { type Command, CommanderError } from "commander";
import { StartupError } from "../startup-error.ts";
import { CommandFailure } from "./command-failure.ts";
import { createProgram } from "./program.ts";
import { withSecretFiles } from "./secret-files.ts";

/** Runs the `tracking` command of `argv` (as `process.argv`) and answers its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const { stdout, stderr, stdin } = process;
  // the reader of a pipe may have gone away (`tracking … | head`)
  stdout.on("error", () => undefined);
  let exitCode = 0;
  try {
    configureFailpoints(process.env);
    const env = withSecretFiles(process.env);
    const world = { env, stdin, terminal: { out: stdout, err: stderr } };
    const program = createProgram(world, (code) => {
      exitCode = code;
    });
    overrideExit(program);
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
  if (
    error instanceof CommandFailure ||
    error instanceof StartupError ||
    error instanceof FailpointsRefused ||
    error instanceof ConfigurationError
  ) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
