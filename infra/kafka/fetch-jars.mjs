import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LocalKafkaError } from "./kafka-error.mjs";
import { acquireLock } from "./lock.mjs";

/** Tried: the newest release, and the last line before 4.0. */
export const versions = ["4.3.1", "3.9.2"];

/** Where the jars of a version lie; the directory exists only complete. */
export function jarsDir(version) {
  return fileURLToPath(new URL(`../../dist/kafka/${version}`, import.meta.url));
}

/** The directory with a version's jars, downloaded when it is not there yet. Safe in several processes at once: one downloads, the others wait. */
export async function fetchJars(version, { onProgress, signal }) {
  const directory = jarsDir(version);
  if (existsSync(directory)) return directory;
  const lock = await waitForLock(`${directory}.lock`, { onProgress, signal });
  try {
    if (!existsSync(directory)) await download(version, { directory, onProgress, signal });
  } finally {
    lock.release();
  }
  return directory;
}

async function waitForLock(file, { onProgress, signal }) {
  makeDirectory(dirname(file));
  for (let attempt = 0; ; attempt += 1) {
    const lock = acquireLock(file);
    if ("release" in lock) return lock;
    if (attempt === 0) onProgress(`Waiting for the download by process ${lock.holder}`);
    await delay(200, undefined, { signal });
  }
}

function makeDirectory(directory) {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw new LocalKafkaError(
      `The directory ${directory} for Apache Kafka cannot be made (${cause.code}). Give this user the right to write it.`,
      { cause },
    );
  }
}

async function download(version, { directory, onProgress, signal }) {
  onProgress(`Downloading Apache Kafka ${version} with Maven (once, about 45 MB)`);
  const draft = `${directory}.part`;
  rmSync(draft, { recursive: true, force: true });
  const pom = fileURLToPath(new URL("pom.xml", import.meta.url));
  const { code, lines } = await runMaven(
    [
      "--batch-mode",
      `--file=${pom}`,
      `-Dkafka.version=${version}`,
      "dependency:copy-dependencies",
      `-DoutputDirectory=${draft}`,
    ],
    { onProgress, signal },
  );
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new LocalKafkaError(failure(version, lines));
  }
  renameSync(draft, directory);
}

/** Maven's last 200 lines and exit code; a line of progress every few seconds. */
function runMaven(args, { onProgress, signal }) {
  return new Promise((resolve) => {
    const lines = [];
    let files = 0;
    let said = performance.now();
    const child = spawn("mvn", args, { stdio: ["ignore", "pipe", "pipe"], signal });
    const take = (line) => {
      lines.push(line);
      if (lines.length > 200) lines.shift();
      if (line.includes("Downloaded from")) files += 1;
      if (performance.now() - said < 3_000) return;
      said = performance.now();
      onProgress(`… ${files} files so far`);
    };
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", take);
    child.once("error", (error) => resolve({ code: 1, lines: [`[ERROR] ${error.message}`] }));
    child.once("close", (code) => resolve({ code, lines }));
  });
}

export function failure(version, lines) {
  const reason = lines
    .find((line) => line.startsWith("[ERROR]"))
    ?.slice("[ERROR]".length)
    .trim();
  return `Apache Kafka ${version} could not be downloaded (${reason ?? "Maven gave no reason"}). Check the version, the network, and Maven's settings (a proxy goes into ~/.m2/settings.xml).`;
}
