import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A process that answers each message with one. */
export class Peer {
  readonly #child: ChildProcess;

  constructor(file: string, env: Readonly<Record<string, string>>) {
    this.#child = fork(file, {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      execArgv: ["--expose-gc"],
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What it sends next. Rejects when it ends before. */
  next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => {
        reject(new Error(`A process of the soak ended: ${String(code)}`));
      };
      this.#child.once("exit", ended);
      this.#child.once("message", (message) => {
        this.#child.off("exit", ended);
        resolve(message);
      });
    });
  }

  ask(): Promise<unknown> {
    const answer = this.next();
    this.#child.send("tell");
    return answer;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const slow = setTimeout(() => this.#child.kill("SIGKILL"), 20_000);
    await exited;
    clearTimeout(slow);
  }
}
