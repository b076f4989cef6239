import { availableParallelism } from "node:os";
import { readHeads, readPart, readPartByStream, readStream } from "@shipment-tracking/event-log";
import { createPool, type Pool } from "@shipment-tracking/postgres";
import {
  auditLive,
  type Generation,
  isRebuilding,
  listGenerations,
  type LogSource,
  rebuild,
  type RebuildPhase,
  RebuildRefused,
  type RebuildReport,
  rollBack,
} from "@shipment-tracking/read-model";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { findInstallation } from "./installation.ts";
import { print, type OutputOptions } from "./output.ts";
import { createRebuildProgress, durationText, silentRebuildProgress } from "./rebuild-progress.ts";
import { explained, requireAddress } from "./with-database.ts";

export interface RebuildCommandOptions extends OutputOptions {
  readonly workers?: string;
  readonly status?: boolean;
  readonly rollback?: boolean;
  readonly check?: boolean;
  readonly acceptParked?: boolean;
}

/** `tracking rebuild`: new read tables from the log beside the live ones; or what became of earlier ones, or the way back to them. */
export async function rebuildCommand(
  options: RebuildCommandOptions,
  world: CommandWorld,
): Promise<ExitCode> {
  const modes = [options.status, options.rollback, options.check].filter((one) => one === true);
  if (modes.length > 1) {
    throw new CommandFailure(
      "--status, --check and --rollback do not go together: give one of them.",
    );
  }
  const workers = readWorkers(options.workers);
  await withOwnerDatabase(world, 2 * workers + 2, async (pool) => {
    if (options.status === true) await showStatus(pool, options, world);
    else if (options.check === true) await check(pool, options, world);
    else if (options.rollback === true) await goBack(pool, options, world);
    else await runRebuild(pool, { ...options, parts: workers }, world);
  });
  return 0;
}

/** The log in the same database, read with the same rights. */
export function databaseLogSource(pool: Pool): LogSource {
  return {
    heads: () => readHeads(pool),
    part: (part, range) => readPart(pool, part, range),
    partByStream: (part, upToPos) => readPartByStream(pool, part, { upToPos }),
    stream: (streamId) => readStream(pool, streamId),
  };
}

async function check(pool: Pool, options: OutputOptions, world: CommandWorld): Promise<void> {
  const audit = await auditLive(pool, databaseLogSource(pool));
  if (audit.outcome === "different") {
    throw new CommandFailure(
      `The read tables are not the fold of the log: ${audit.difference}. \`tracking rebuild\` makes them anew.`,
    );
  }
  const { events, rows, digest } = audit;
  print(world, options, {
    json: { events, rows, digest },
    lines: [
      `${rows.toLocaleString("en")} rows equal the fold of ${events.toLocaleString("en")} events (digest ${digest.slice(0, 16)}).`,
    ],
  });
}

async function runRebuild(
  pool: Pool,
  options: RebuildCommandOptions & { readonly parts: number },
  world: CommandWorld,
): Promise<void> {
  const progress =
    options.json === true ? silentRebuildProgress : createRebuildProgress(world.terminal);
  try {
    const report = await rebuild(pool, {
      log: databaseLogSource(pool),
      workers: options.parts,
      acceptParked: options.acceptParked ?? false,
      onPhase: (phase, events) => progress.phase(activities[phase], events),
      onEvents: (events) => progress.events(events),
    });
    progress.end();
    print(world, options, { json: report, lines: reportLines(report) });
  } finally {
    progress.end();
  }
}

const activities: Readonly<Record<RebuildPhase, string>> = {
  load: "Loading",
  index: "Making indexes",
  verify: "Verifying",
  switch: "Catching up and switching",
};

function reportLines(report: RebuildReport): readonly string[] {
  const { seconds, events, rows } = report;
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  const phases = Object.entries(seconds).map(([phase, one]) => `${phase} ${one.toFixed(1)} s`);
  const rate = Math.round(events / Math.max(total, 0.001)).toLocaleString("en");
  return [
    `Rebuilt the read tables from ${events.toLocaleString("en")} events in ${durationText(total)} (${rate} events/s: ${phases.join(", ")}).`,
    `${rows.toLocaleString("en")} rows equal the fold of the log (digest ${report.digest.slice(0, 16)}). ${report.caughtUp.toLocaleString("en")} events that came meanwhile are applied.`,
    "The earlier tables are kept: `tracking rebuild --rollback` goes back to them.",
  ];
}

async function goBack(
  pool: Pool,
  options: RebuildCommandOptions,
  world: CommandWorld,
): Promise<void> {
  const switched = await rollBack(pool, {
    log: databaseLogSource(pool),
    acceptParked: options.acceptParked ?? false,
  });
  print(world, options, {
    json: switched,
    lines: [
      `The kept read tables are the live ones again (${switched.caughtUp.toLocaleString("en")} events applied on the way). Another --rollback undoes this.`,
    ],
  });
}

async function showStatus(
  pool: Pool,
  options: RebuildCommandOptions,
  world: CommandWorld,
): Promise<void> {
  const running = await isRebuilding(pool);
  for (const generation of await listGenerations(pool)) {
    const interrupted = generation.state === "filling" && !running;
    const shown = { ...generation, state: interrupted ? "interrupted" : generation.state };
    print(world, options, { json: shown, lines: [statusLine(generation, shown.state)] });
  }
}

function statusLine(generation: Generation, state: string): string {
  const { events, verifiedAt, switchedAt, error } = generation;
  const facts = [
    `started ${generation.startedAt}`,
    ...(events === null ? [] : [`${events.toLocaleString("en")} events`]),
    ...(verifiedAt === null ? [] : [`verified ${verifiedAt}`]),
    ...(switchedAt === null ? [] : [`switched to ${switchedAt}`]),
    ...(error === null ? [] : [error]),
  ];
  return `${String(generation.generation)}  ${state}  ${facts.join(", ")}`;
}

function readWorkers(given: string | undefined): number {
  if (given === undefined) return Math.min(4, availableParallelism());
  const workers = Number(given);
  if (Number.isInteger(workers) && workers >= 1 && workers <= 64) return workers;
  throw new CommandFailure(`--workers ${given} is not valid: give a number from 1 to 64.`);
}

const dayMs = 86_400_000;

async function withOwnerDatabase(
  world: CommandWorld,
  connections: number,
  work: (pool: Pool) => Promise<void>,
): Promise<void> {
  const address = requireAddress(findInstallation(world.env), "owner");
  const pool = createPool({
    url: address.url,
    applicationName: "tracking-rebuild",
    max: connections,
    // making an index of a large table takes what it takes
    statementTimeoutMs: dayMs,
  });
  try {
    await work(pool);
  } catch (error) {
    if (error instanceof RebuildRefused) throw new CommandFailure(error.message, { cause: error });
    throw explained(error, address);
  } finally {
    await pool.end();
  }
}
