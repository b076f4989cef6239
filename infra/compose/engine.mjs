import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, tryRun, waitFor } from "./run.mjs";

/** No Docker engine can be had here; the message says why and what to do. */
export class NoEngine extends Error {
  name = "NoEngine";
}

const composeVersion = "v2.32.4";
const toolsDir = fileURLToPath(new URL(`../../dist/compose/${composeVersion}`, import.meta.url));

/**
 * The Docker engine that answers here or, for root on a machine that has `dockerd`, one of its own with everything it keeps in a temporary directory.
 * `close` stops and removes what this has started, networks and packet filter included.
 */
export async function openEngine({ install, say, signal }) {
  if ((await tryRun("docker", ["version"], { signal, timeoutMs: 20_000 })) !== null) {
    say("Using the Docker engine that answers here");
    return { env: {}, own: false, close: async () => undefined };
  }
  await requireDockerd({ install, say, signal });
  return startDockerd({ say, signal });
}

async function requireDockerd({ install, say, signal }) {
  if (process.getuid?.() !== 0) {
    throw new NoEngine(
      "No Docker engine answers (docker version), and only root can start one. Start Docker, or run this as root.",
    );
  }
  if (await isInstalled("dockerd", signal)) return;
  if (!install || !(await isInstalled("apt-get", signal))) {
    throw new NoEngine(
      "No Docker engine answers (docker version), and dockerd is not installed. Install one, on Debian with `apt-get install docker.io`, or let this do it: npm run test:compose -- --install",
    );
  }
  say("Installing docker.io with apt-get");
  await installPackage("docker.io", signal);
}

/** Installs a Debian package. */
export async function installPackage(name, signal) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, signal });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { env, signal });
}

export async function isInstalled(program, signal) {
  return (await tryRun("sh", ["-c", 'command -v "$1"', "sh", program], { signal })) !== null;
}

async function startDockerd({ say, signal }) {
  const directory = mkdtempSync(join(tmpdir(), "tracking-docker-"));
  const before = await networkState(signal);
  const socket = join(directory, "docker.sock");
  const log = openSync(join(directory, "dockerd.log"), "w");
  const startedAt = performance.now();
  const daemon = spawn(
    "dockerd",
    [
      `--data-root=${join(directory, "data")}`,
      `--exec-root=${join(directory, "exec")}`,
      `--pidfile=${join(directory, "pid")}`,
      `--host=unix://${socket}`,
      "--bridge=none",
    ],
    // of its own group: Ctrl-C must not stop it before the containers are gone
    { stdio: ["ignore", log, log], detached: true },
  );
  const exited = new Promise((resolve) => {
    daemon.once("exit", resolve);
    daemon.once("error", resolve);
  });
  let ended = false;
  void exited.then(() => (ended = true));
  const env = { DOCKER_HOST: `unix://${socket}` };
  const close = async () => {
    if (!ended) daemon.kill("SIGTERM");
    const timer = setTimeout(() => daemon.kill("SIGKILL"), 30_000);
    await exited;
    clearTimeout(timer);
    await unmountBelow(directory);
    await restoreNetworkState(before);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await waitFor("dockerd answers", { withinMs: 30_000, signal }, async () => {
      if (ended) throw new Error("it has ended");
      return tryRun("docker", ["version"], { env, signal });
    });
  } catch (cause) {
    const said = readFileSync(join(directory, "dockerd.log"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(-3);
    await close();
    signal.throwIfAborted();
    throw new NoEngine(`dockerd does not start here: ${said.join("\n")}`, { cause });
  }
  say(`Started a Docker engine of its own (${seconds(startedAt)} s), everything in ${directory}`);
  return { env, own: true, close };
}

/** A stopped dockerd leaves the mount of the host's network namespace. */
async function unmountBelow(directory) {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const below = mounts
    .map((line) => line.split(" ")[1])
    .filter((path) => path?.startsWith(directory));
  for (const path of below.toReversed()) await tryRun("umount", [path]);
}

const forwarding = "/proc/sys/net/ipv4/ip_forward";

/** What dockerd changes on the machine and leaves behind. */
async function networkState(signal) {
  return {
    filter: await tryRun("iptables-save", [], { signal }),
    forwarding: existsSync(forwarding) ? readFileSync(forwarding, "utf8") : null,
  };
}

async function restoreNetworkState({ filter, forwarding: forwarded }) {
  if (filter !== null) {
    for (const table of ["filter", "nat"]) {
      await tryRun("iptables", ["-t", table, "-F"]);
      await tryRun("iptables", ["-t", table, "-X"]);
    }
    for (const chain of ["INPUT", "FORWARD", "OUTPUT"])
      await tryRun("iptables", ["-P", chain, "ACCEPT"]);
    if (filter.trim() !== "") await tryRun("iptables-restore", [], { input: filter });
  }
  if (forwarded !== null) {
    try {
      writeFileSync(forwarding, forwarded);
    } catch {
      // nobody may, then nobody has
    }
  }
}

/** The command of Compose v2 as `[file, ...args]`; built from source with Go where it is not installed (about 100 s, once). */
export async function findCompose({ say, signal }) {
  if ((await tryRun("docker", ["compose", "version"], { signal })) !== null) {
    return ["docker", "compose"];
  }
  const version = await tryRun("docker-compose", ["version", "--short"], { signal });
  if (version !== null && /^v?2\./.test(version.trim())) return ["docker-compose"];
  const built = join(toolsDir, "docker-compose");
  if (existsSync(built)) return [built];
  if (!(await isInstalled("go", signal))) {
    throw new NoEngine(
      "Docker Compose v2 is not installed (docker compose version), and neither is Go to build it with. Install the Compose plugin of Docker.",
    );
  }
  say(`Building Docker Compose ${composeVersion} with Go (once, about 100 s)`);
  mkdirSync(toolsDir, { recursive: true });
  await run("go", ["install", `github.com/docker/compose/v2/cmd@${composeVersion}`], {
    env: { GOBIN: toolsDir },
    signal,
  });
  renameSync(join(toolsDir, "cmd"), built);
  return [built];
}

export function seconds(startedAt) {
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}
