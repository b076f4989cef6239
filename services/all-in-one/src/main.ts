import { ConfigurationError } from "@shipment-tracking/runtime";
import { readFlags, readSettings } from "./config.ts";
import { startService, type Terminal } from "./start.ts";
import { StartupError } from "./startup-error.ts";
import { listenForStop } from "./stop-signals.ts";

/** `npm start`: runs until it is told to stop, then ends the process. Exit code 0 after a stop that was asked for, 1 when it cannot start or go on. */
export async function main(): Promise<void> {
  const terminal = openTerminal();
  const stop = listenForStop({ onImpatience: () => process.exit(130) });
  let code = 0;
  try {
    const settings = readSettings(process.env, readFlags(process.argv.slice(2)));
    const service = await startService({ settings, terminal, signal: stop.signal });
    const end = await Promise.race([service.lost, stop.requested]);
    if (end === "signal") terminal.say("Stopping.\n");
    await service.stop();
    if (end instanceof StartupError) throw end;
  } catch (error) {
    code = stop.signal.aborted ? 0 : 1;
    if (code === 1) terminal.warn(sentenceOf(error));
  }
  process.exit(code);
}

/** What the person can act on; an error that nobody foresaw keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function openTerminal(): Terminal {
  // a reader that went away (npm start | head) is no reason to stop
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    say: (text) => void process.stdout.write(text),
    warn: (line) => void process.stderr.write(`${line}\n`),
  };
}
