import { spawn } from "node:child_process";

/**
 * Runs a program, passing on SIGINT and SIGTERM, and resolves when it has ended: `code` is null after a signal, `interrupted` says whether one was
 * passed on. With `capture` its output is collected instead of shown.
 */
export function runCommand(file, args, { cwd, env, capture = false } = {}) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  }
  // Ctrl-C reaches the whole group anyway; this process has to outlive the child to report it
  let interrupted = false;
  const passOn = (signal) => {
    interrupted = true;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM"];
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve({ code, output, interrupted });
    };
    child.once("close", end);
    child.once("error", (error) => {
      output += error.message;
      end(1);
    });
  });
}
