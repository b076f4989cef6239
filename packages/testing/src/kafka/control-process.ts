import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What `infra/kafka/control.mjs` understands. */
export interface ControlRequest {
  readonly action:
    | "check"
    | "waitFor"
    | "start"
    | "startNode"
    | "stopNode"
    | "killNode"
    | "pauseNode"
    | "resumeNode"
    | "wipeNode"
    | "stop";
  readonly node?: number;
  readonly options?:
    | { readonly nodes?: number; readonly version: string; readonly dir?: string }
    | { readonly port: number };
}

export interface ControlProcess {
  readonly pid: number | undefined;
  /** The answer; rejects with the sentence of what went wrong, or when the process is gone. */
  ask(request: ControlRequest): Promise<unknown>;
  /** Ends the process and, should there still be some, its brokers. */
  end(): Promise<void>;
}

/**
 * The process that holds the brokers. A process of its own, because the fixture is the very program of `npm run kafka`, and because brokers then end with
 * whoever asked for them, also after kill -9: it notices that the channel is closed.
 */
export function startControl(onProgress: (sentence: string) => void): ControlProcess {
  const child = fork(program, [], { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  child.on("message", (message) => {
    // as: control.mjs is the only sender
    const { id, value, error, progress } = message as ControlMessage;
    if (progress !== undefined) onProgress(progress);
    if (id === undefined) return;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("The process of Kafka has ended."));
    waiting.clear();
  });
  return {
    pid: child.pid,
    ask: (request) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        child.send({ id: last, ...request }, (error) => {
          if (error) reject(error);
        });
      }),
    end: () => endOf(child),
  };
}

const program = join(import.meta.dirname, "..", "..", "..", "..", "infra", "kafka", "control.mjs");

interface ControlMessage {
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly progress?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (child.connected) child.disconnect();
  await exited;
}
