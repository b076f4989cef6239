import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { asUser, serverEnvironment, type OsUser } from "./os-user.ts";
import { readPostmasterFile } from "./postmaster-file.ts";

export interface ServerOptions {
  readonly binaries: Binaries;
  readonly clusterDir: string;
  readonly osUser: OsUser | null;
  readonly port: number;
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  readonly pid: number;
  /** Exit code, or null after a signal. */
  readonly exited: Promise<number | null>;
  stop(): Promise<void>;
}

const defaultSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "100",
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_min_error_statement: "error",
  // %d tells the errors of one database from those of another
  log_line_prefix: "%m [%p] db=%d user=%u ",
  log_timezone: "UTC",
  timezone: "UTC",
  lc_messages: "C",
} as const;

/** Starts the server and resolves once it accepts connections; rejects with PostgreSQL's own complaint when it ends before. */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  const { log, logStart } = openLog(options.logFile);
  const child = spawn(join(options.binaries.directory, "bin", "postgres"), argumentsOf(options), {
    ...asUser(options.osUser),
    cwd: options.clusterDir,
    stdio: ["ignore", log, log],
    // a group of its own: Ctrl-C ends this process first, which then stops the server in order
    detached: true,
    env: serverEnvironment(),
  });
  closeSync(log);
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
    child.once("error", () => resolve(null));
  });
  const pid = await readyPid(child, exited, { ...options, logStart });
  const guard = startGuard(pid, options.osUser);
  void exited.then(() => guard?.kill("SIGKILL"));
  return { pid, exited, stop: () => stopServer(child, exited) };
}

/** Opened by this process and inherited: the server's user needs no access to it. */
function openLog(file: string): { log: number; logStart: number } {
  try {
    const log = openSync(file, "a", 0o600);
    return { log, logStart: fstatSync(log).size };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The database's log ${file} cannot be written. Give this user the right to write it, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
}

function argumentsOf(options: ServerOptions): string[] {
  const settings = { ...defaultSettings, ...options.settings, port: String(options.port) };
  const assignments = Object.entries(settings).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return ["-D", options.clusterDir, ...assignments];
}

async function readyPid(
  child: ChildProcess,
  exited: Promise<number | null>,
  options: ServerOptions & { logStart: number },
): Promise<number> {
  let ended = false;
  void exited.then(() => (ended = true));
  // long: after a crash the server first replays what it had not written
  const deadline = performance.now() + 300_000;
  while (!ended && performance.now() < deadline) {
    const file = readPostmasterFile(options.clusterDir);
    if (file?.pid === child.pid && file?.state === "ready") return file.pid;
    await Promise.race([exited, delay(5)]);
  }
  child.kill("SIGQUIT");
  await exited;
  const complaint = readFileSync(options.logFile).subarray(options.logStart).toString();
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start: ${fatalLine(complaint)} (log: ${options.logFile})`,
  );
}

function fatalLine(log: string): string {
  const lines = log.split("\n").filter((line) => /FATAL|PANIC|LOG: {2}could not/.test(line));
  return (
    lines.map((line) => line.replace(/^.*?(?=could not|FATAL|PANIC)/, "")).join("; ") || log.trim()
  );
}

/**
 * Stops the server when this process dies without a chance to do so (kill -9): the guard waits on a pipe that only this process holds. Where there is
 * no /bin/sh the next start stops the leftover.
 */
function startGuard(pid: number, osUser: OsUser | null): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const guard = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$1"', "sh", String(pid)], {
    ...asUser(osUser),
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return guard;
}

async function stopServer(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // fast shutdown; an immediate one (recovered at the next start) when it takes too long
  child.kill("SIGINT");
  const slow = setTimeout(() => child.kill("SIGQUIT"), 8_000);
  await exited;
  clearTimeout(slow);
}
