import { configureFailpoints, FailpointsRefused } from "@shipment-tracking/failpoints";
import { ConfigurationError } from "../config/configuration-error.ts";

/** A started process, as far as its end is concerned. */
export interface Running {
  /** Lets what is at hand finish and closes everything. */
  stop(): Promise<void>;
}

// the platform kills after 10 s (invariant I14)
const stopLimitMs = 9_500;

/**
 * The body of every `main.ts`: starts, and stops on SIGTERM or SIGINT with exit code 0; a second signal ends at once. Wrong
 * settings are told on standard error without a stack, exit code 1. Arms the failpoints that FAILPOINTS names (refused in production).
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  try {
    configureFailpoints(process.env);
    const running = await start();
    process.once("SIGTERM", () => void stopAndExit(running));
    process.once("SIGINT", () => void stopAndExit(running));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

async function stopAndExit(running: Running): Promise<void> {
  const giveUp = (): void => process.exit(1);
  process.once("SIGTERM", giveUp);
  process.once("SIGINT", giveUp);
  setTimeout(giveUp, stopLimitMs).unref();
  try {
    await running.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof FailpointsRefused) {
    return error.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
