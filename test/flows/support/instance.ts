import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The repository's root. */
export const root = join(import.meta.dirname, "..", "..", "..");

export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

export interface Demo {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly trackingUrl: string;
  readonly tenants: readonly {
    readonly id: string;
    readonly name: string;
    readonly admin: DemoLogin;
    readonly dispatcher: DemoLogin;
    readonly billing: DemoLogin;
    readonly viewer: DemoLogin;
    readonly apiKey: string;
  }[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A real `npm start` in a process of its own. */
export interface Instance {
  readonly pid: number;
  readonly exited: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the service says that it runs; rejects when it ends before. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface InstanceOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  /** `npm start` instead of the script behind it. */
  readonly throughNpm?: boolean;
}

export function startInstance(options: InstanceOptions): Instance {
  const [command, ...before] = options.throughNpm
    ? ["npm", "start", "--"]
    : [process.execPath, join(root, "infra", "start.mjs")];
  const child = spawn(command ?? "npm", [...before, ...(options.arguments ?? [])], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...cleanEnvironment(), DATA_DIR: options.dataDir, PORT: "0", ...options.env },
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  }
  const exited = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: pidOf(child),
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ready: () => ready(output, exited),
    kill: (signal) => void child.kill(signal),
  };
}

export function readDemo(dataDir: string): Demo {
  // the test checks the shape
  return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
}

/** An empty directory below the system's temporary one. */
export function makeDataDir(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "tracking-start-"));
  // a private directory could not be entered by the user that runs PostgreSQL for root: the cluster would lie elsewhere
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** What vitest and npm put into the environment would change how the service starts. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(?:npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|KAFKA_|DEMO$|SIMULATOR$|PUBLIC_URL$|HOST$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error("the process did not start");
  return child.pid;
}

async function ready(
  output: { stdout: string; stderr: string },
  exited: Promise<Ended>,
): Promise<void> {
  let ended: Ended | undefined;
  void exited.then((end) => (ended = end));
  while (!output.stdout.includes("Ctrl-C")) {
    if (ended !== undefined) {
      throw new Error(
        `ended before it ran: ${JSON.stringify(ended)}\n${output.stdout}${output.stderr}`,
      );
    }
    await delay(20);
  }
}
