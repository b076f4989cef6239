import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { javaCommand } from "./find-tools.mjs";
import { LocalKafkaError } from "./kafka-error.mjs";
import { commandLineOf, isAlive, waitForExit } from "./process-table.mjs";

/**
 * One broker: a JVM, its directory (`server.properties`, `data`, `broker.log`, `pid`). The JVM runs in a session of its own, so that Ctrl-C in a terminal
 * reaches only the process that stops it in order.
 */
export class KafkaNode {
  /** `{dir, id, jars, clusterId}`; writeProperties has to come before start. */
  constructor(options) {
    this.id = options.id;
    this.dir = options.dir;
    this.logFile = join(options.dir, "broker.log");
    this.#jars = options.jars;
    this.#clusterId = options.clusterId;
  }

  #jars;
  #clusterId;
  #child = null;
  /** Resolves when the JVM of the last start is gone. */
  exited = Promise.resolve();

  get pid() {
    return this.#child?.pid ?? null;
  }

  writeProperties(text) {
    mkdirSync(this.dir, { recursive: true });
    writeFileSync(this.#properties, text);
  }

  /** Makes the data directory when there is none. */
  async format() {
    if (existsSync(join(this.#dataDir, "meta.properties"))) return;
    const args = ["format", "-t", this.#clusterId, "-c", this.#properties];
    const { code, output } = await this.#run("kafka.tools.StorageTool", args);
    if (code !== 0) throw new LocalKafkaError(`${this.#dataDir} could not be made: ${output}`);
  }

  /** Starts the JVM; that it answers is for the caller to wait for. */
  async start() {
    if (this.#child) return;
    const log = openSync(this.logFile, "w");
    const child = spawn(
      javaCommand(),
      [...jvmOptions, ...this.#classPath(), "kafka.Kafka", this.#properties],
      { cwd: this.dir, detached: true, stdio: ["ignore", log, log] },
    );
    closeSync(log);
    this.#child = child;
    const watcher = child.pid === undefined ? null : watch(child.pid);
    if (child.pid !== undefined) writeFileSync(this.#pidFile, `${child.pid}\n`);
    this.exited = new Promise((resolve) => {
      const gone = () => {
        if (this.#child === child) this.#child = null;
        rmSync(this.#pidFile, { force: true });
        watcher?.kill("SIGKILL");
        resolve();
      };
      child.once("exit", gone);
      child.once("error", gone);
    });
  }

  /** In order, SIGKILL when that takes too long. */
  async stop(timeoutMs = 15_000) {
    if (!this.#child) return;
    this.resume();
    this.#child?.kill("SIGTERM");
    const timer = setTimeout(() => this.#child?.kill("SIGKILL"), timeoutMs);
    await this.exited;
    clearTimeout(timer);
  }

  async kill() {
    this.#child?.kill("SIGKILL");
    await this.exited;
  }

  pause() {
    this.#child?.kill("SIGSTOP");
  }

  resume() {
    this.#child?.kill("SIGCONT");
  }

  /** Loses everything that it stored. */
  async wipe() {
    await this.kill();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  /** The last lines that the broker logged. */
  logTail(lines = 15) {
    if (!existsSync(this.logFile)) return "";
    return readFileSync(this.logFile, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
  }

  /** A JVM that an earlier process left behind, because it and its watcher were killed: no other can be meant, its command names our directory. */
  async removeStale() {
    if (!existsSync(this.#pidFile)) return;
    const pid = Number(readFileSync(this.#pidFile, "utf8"));
    const ours = pid > 0 && isAlive(pid) && commandLineOf(pid).includes(this.#properties);
    if (ours) {
      process.kill(pid, "SIGKILL");
      await waitForExit(pid, 10_000);
    }
    rmSync(this.#pidFile, { force: true });
  }

  #classPath() {
    return ["-cp", join(this.#jars, "*")];
  }

  #run(mainClass, args) {
    return new Promise((resolve) => {
      const command = [...jvmOptions, ...this.#classPath(), mainClass, ...args];
      const child = spawn(javaCommand(), command, { stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => (output += chunk));
      child.once("error", (error) => resolve({ code: 1, output: error.message }));
      child.once("close", (code) => resolve({ code, output: output.trim() }));
    });
  }

  get #properties() {
    return join(this.dir, "server.properties");
  }

  get #dataDir() {
    return join(this.dir, "data");
  }

  get #pidFile() {
    return join(this.dir, "pid");
  }
}

const jvmOptions = [
  "-Xmx384m",
  "-XX:+UseSerialGC",
  "-XX:TieredStopAtLevel=1",
  "-Djava.net.preferIPv4Stack=true",
  "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
  "-Dorg.slf4j.simpleLogger.showDateTime=true",
  "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
];

/**
 * Ends the JVM when this process is gone, however it went: a shell reads from a pipe that only this process holds open. It gets 10 s to stop in order.
 */
function watch(pid) {
  const script =
    'read -r _; kill "$1" || exit 0; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$1" || exit 0; done; kill -9 "$1"';
  const watcher = spawn("sh", ["-c", script, "kafka-watcher", String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // without a shell the pid file has to do
  watcher.once("error", () => undefined);
  watcher.stdin?.on("error", () => undefined);
  watcher.unref();
  watcher.stdin?.unref?.();
  return watcher;
}
