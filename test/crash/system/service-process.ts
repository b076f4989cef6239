import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { nodeFlags } from "../../../infra/image/node-flags.mjs";
import type { Component, Exit } from "../history/history.ts";
import { now } from "./clock.ts";

export interface ServiceProcessOptions {
  readonly component: Component;
  /** The bundled `main.ts`. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** The private port: `/readyz` answers 200 when the process can work. */
  readonly healthUrl: string;
  /** A URL of the public port, for processes that have one. */
  readonly doorUrl?: string;
  /** Receives both outputs, appended. */
  readonly logFile: string;
  onExit(exit: Exit): void;
}

const startLimitMs = 60_000;

/** One service in a process of its own, which can be killed, frozen and started again, always on the same ports. */
export class ServiceProcess {
  readonly #options: ServiceProcessOptions;
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  #endWanted = false;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
  }

  get component(): Component {
    return this.#options.component;
  }

  get metricsUrl(): string {
    return `${this.#options.healthUrl}/metrics`;
  }

  /** Of the process of the moment, 0 when there is none. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Settles when the process of the moment has ended. */
  get exited(): Promise<void> {
    return this.#exited;
  }

  /** Starts it, resolves when it works. `failpoints`: it is then expected to kill itself. */
  async start(failpoints = ""): Promise<void> {
    if (this.#child !== null) throw new Error(`${this.component} runs already`);
    const log = openSync(this.#options.logFile, "a");
    const child = spawn(process.execPath, [...nodeFlags, this.#options.file], {
      stdio: ["ignore", log, log],
      env: {
        PATH: process.env["PATH"] ?? "",
        ...this.#options.env,
        ...(failpoints === "" ? {} : { FAILPOINTS: failpoints }),
      },
    });
    closeSync(log);
    const guard = startGuard(child.pid);
    this.#child = child;
    this.#endWanted = failpoints !== "";
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.#child = null;
        guard.kill("SIGKILL");
        const how = signal ?? `exit code ${String(code)}`;
        this.#options.onExit({
          component: this.component,
          at: now(),
          how,
          wanted: this.#endWanted && how !== "exit code 1",
        });
        resolve();
      });
    });
    await this.#untilReady(child);
  }

  /** Ends it without a chance to do anything about it. */
  async kill(): Promise<void> {
    this.#endWanted = true;
    this.#child?.kill("SIGKILL");
    await this.#exited;
  }

  /** Asks it to end, as a deployment does. */
  async stop(): Promise<void> {
    this.#endWanted = true;
    this.#child?.kill("SIGTERM");
    const slow = setTimeout(() => this.#child?.kill("SIGKILL"), 12_000);
    await this.#exited;
    clearTimeout(slow);
  }

  /** It stands still, its connections stay open. */
  async freeze(ms: number): Promise<void> {
    this.#child?.kill("SIGSTOP");
    await delay(ms);
    this.#child?.kill("SIGCONT");
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const deadline = now() + startLimitMs;
    const { healthUrl, doorUrl } = this.#options;
    while (child.exitCode === null && child.signalCode === null) {
      if (await answers(`${healthUrl}/readyz`, 200)) {
        if (doorUrl === undefined || (await answers(doorUrl, 499))) return;
      }
      if (now() > deadline)
        throw new Error(`${this.component} is not ready: ${this.#options.logFile}`);
      await delay(20);
    }
    // a failpoint may act before the process was seen ready
    if (!this.#endWanted) throw new Error(`${this.component} ended: ${this.#options.logFile}`);
  }
}

/** Ends the process should this one be killed: the guard waits on a pipe that only this process holds. */
function startGuard(pid: number | undefined): ChildProcess {
  const script = 'read -r _; kill -KILL "$1"';
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid ?? "")], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin?.on("error", () => undefined);
  guard.unref();
  return guard;
}

async function answers(url: string, highestStatus: number): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status <= highestStatus;
  } catch {
    return false;
  }
}
