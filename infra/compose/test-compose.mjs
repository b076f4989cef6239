// `npm run test:compose`: docker-compose.yml for real, on a Docker engine: everything starts, the main job runs through the published port, each container is
// killed and comes back, and nothing is left behind. `-- --install` lets it install what is missing (root, Debian); `-- --services web,kafka` kills only those;
// `-- --heals-within 30`: seconds that a heal may take on a machine that is busy with other things; `-- --image NAME`: an image of the services that is
// there already.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as checks from "./checks.mjs";
import { findCompose, NoEngine, openEngine, seconds } from "./engine.mjs";
import { buildImage, provideImages, removeImage } from "./images.mjs";
import { openInstallation } from "./installation.mjs";
import { openMainJob } from "./main-job.mjs";

const ours = ["web", "api", "projector", "relay", "webhooks"];
const all = ["postgres", "kafka", ...ours, "edge"];

const startedAt = performance.now();
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)));
}

function say(text) {
  process.stdout.write(`${seconds(startedAt).padStart(6)} s  ${text}\n`);
}

const { values: options } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    services: { type: "string" },
    image: { type: "string" },
    "heals-within": { type: "string", default: "10" },
  },
});
/** The longest that a heal may take (I10). */
const healsWithinMs = Number(options["heals-within"]) * 1_000;
process.exitCode = await main();

async function main() {
  const closing = [];
  try {
    await test({ signal: stop.signal, onClose: (close) => closing.push(close) });
  } catch (error) {
    say(error instanceof NoEngine || stop.signal.aborted ? error.message : error.stack);
    say(error instanceof NoEngine ? "NOT RUN" : "FAILED");
    return 1;
  } finally {
    // the last opened is closed first; one that fails must not keep the others from it
    for (const close of closing.toReversed()) {
      await close().catch((error) => {
        say(`cleaning up: ${error.message}`);
        process.exitCode = 1;
      });
    }
    say("Nothing is left behind");
  }
  say("PASSED");
  return process.exitCode ?? 0;
}

async function test({ signal, onClose }) {
  const scratch = mkdtempSync(join(tmpdir(), "tracking-compose-"));
  onClose(async () => rmSync(scratch, { recursive: true, force: true }));
  const engine = await openEngine({ install: options.install, say, signal });
  onClose(() => engine.close());
  const compose = await findCompose({ say, signal });
  const { standIns, env } = await provideImages({
    engine,
    scratch,
    install: options.install,
    say,
    signal,
  });
  const tag = options.image ?? `tracking-test:${process.pid}`;
  if (options.image === undefined) {
    onClose(() => removeImage({ engine, tag }));
    const building = performance.now();
    const built = await buildImage({ engine, tag, nodeImage: env.NODE_IMAGE, standIns, signal });
    say(
      `Built the services' image (${seconds(building)} s): ${mb(built.size)}, of which ${mb(built.ofIt)} over its base`,
    );
  }

  const images = { ...env, TRACKING_IMAGE: tag };
  const installation = await openInstallation({ engine, compose, images, scratch, signal });
  onClose(() => takeDown(installation));
  await start(installation, signal);
  const job = await openMainJob({ installation, signal });
  await firstRun({ installation, job, signal });
  const killed = options.services?.split(",") ?? all;
  for (const service of killed) await killAndRestart({ installation, job, service });
  await checkSurvivors(installation, killed);
  await stopInOrder(installation);
  const lines = await checks.checkLogs({ installation, secrets: job.secrets });
  say(`${lines} lines of logs hold no password, key, token or session`);
  say(`${job.count()} shipments were created; all are there with their status`);
}

function mb(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function start(installation, signal) {
  await installation.compose(["config", "--quiet"]);
  const starting = performance.now();
  await installation
    .compose([
      "--profile=observability",
      "up",
      "--detach",
      "--no-build",
      "--wait",
      "--wait-timeout=600",
    ])
    .catch(async (error) => {
      const logs = await installation.compose(["logs", "--no-color", "--tail=15"]);
      throw new Error(`${error.message}\n${logs}`, { cause: error });
    });
  signal.throwIfAborted();
  say(`All containers are healthy (${seconds(starting)} s)`);
}

async function firstRun({ installation, job, signal }) {
  say(`The main job works (${Math.round(await job.untilWorks(healsWithinMs))} ms)`);
  await checks.checkConfinement({ installation, services: ours });
  say("No service is root or can write its image; only the edge publishes a port, on 127.0.0.1");
  await checks.checkRefusals({ installation, job });
  say(
    `A change reaches an open page through the edge in ${Math.round(await checks.checkStream(job))} ms`,
  );
  await checks.checkImport(installation, job.login);
  say("The command line imports a file from its standard input");
  const targets = await checks.checkPrometheus({ installation, services: ours, signal });
  say(`Prometheus reaches all ${targets} services`);
}

/** SIGKILL, a look at what clients get meanwhile, start, and the whole job again. */
async function killAndRestart({ installation, job, service }) {
  const container = installation.containerOf(service);
  await installation.docker("kill", "--signal=KILL", container);
  const killedAt = performance.now();
  if (service === "web" || service === "api") {
    await checks.checkAway({ service, http: job.http });
  }
  // what is written while the projector is away must reach readers later; without Kafka they read the log's table
  if (service === "projector") {
    await job.signIn();
    await job.writeOne();
  }
  if (service === "kafka" || service === "relay") {
    const ms = await job.untilWorks(healsWithinMs);
    say(`${service.padEnd(9)} killed; the main job worked ${Math.round(ms)} ms later, without it`);
  }
  await installation.docker("start", container);
  await installation.healthy(service, 240_000);
  const back = performance.now();
  const ms = await job.untilWorks(healsWithinMs);
  say(
    `${service.padEnd(9)} killed; ready again ${((back - killedAt) / 1_000).toFixed(1)} s later, and the main job worked ${Math.round(ms)} ms after that`,
  );
}

/** Nothing but what was killed has ended (I10). */
async function checkSurvivors(installation, killed) {
  for (const service of all) {
    const restarts = Number(await installation.inspect(service, "{{.RestartCount}}"));
    assert.equal(restarts, 0, `${service} has ended by itself ${restarts} times`);
    await installation.healthy(service, healsWithinMs);
  }
  say(`${killed.length} containers were killed and started; no other ended, all are healthy`);
}

/** SIGTERM ends each service in good order (I14). */
async function stopInOrder(installation) {
  for (const service of ["edge", ...ours]) {
    const stopping = performance.now();
    await installation.docker("stop", "--time=15", installation.containerOf(service));
    const code = await installation.inspect(service, "{{.State.ExitCode}}");
    const took = performance.now() - stopping;
    assert.ok(took < 10_000, `${service} took ${took} ms to stop`);
    assert.equal(code, "0", `${service} ended with exit code ${code}`);
    say(`${service.padEnd(9)} stopped with exit code 0 in ${(took / 1_000).toFixed(1)} s`);
  }
}

async function takeDown(installation) {
  const downing = performance.now();
  const left = await installation.down();
  assert.equal(left, "", `containers, volumes or networks are left: ${left}`);
  say(`Took everything down (${seconds(downing)} s)`);
}
