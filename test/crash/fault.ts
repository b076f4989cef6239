import { setTimeout as delay } from "node:timers/promises";
import type { Component } from "./history/history.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { now } from "./system/clock.ts";
import type { ServiceProcess } from "./system/service-process.ts";
import type { ProcessName, TrackingSystem } from "./system/tracking-system.ts";

/** One thing that goes wrong and is mended again. */
export interface FaultPlan {
  readonly component: Component;
  readonly name: string;
  /** Does it, resolves when the component works again. */
  run(system: TrackingSystem, random: SeededRandom): Promise<void>;
}

/** SIGKILL at any moment, and a start a little later. */
export function kill(target: ProcessName): FaultPlan {
  return {
    component: componentOf(target),
    name: "SIGKILL",
    async run(system, random) {
      const process = processOf(system, target);
      await process.kill();
      await delay(random.between(0, 800));
      await process.start();
    },
  };
}

// under load each point is passed several times a second
const reachedWithinMs = 60_000;

/** SIGKILL at a named point of the code, on its n-th passage. */
export function killAt(target: ProcessName, failpoint: string): FaultPlan {
  return {
    component: componentOf(target),
    name: `SIGKILL at ${failpoint}`,
    async run(system, random) {
      const process = processOf(system, target);
      await process.stop();
      await process.start(`${failpoint}=kill:${String(random.between(1, 8))}`);
      await reached(process, failpoint);
      await process.start();
    },
  };
}

async function reached(process: ServiceProcess, failpoint: string): Promise<void> {
  const deadline = now() + reachedWithinMs;
  while (process.isRunning) {
    if (now() > deadline) throw new Error(`Nothing passed ${failpoint}`);
    await delay(20);
  }
}

/** SIGTERM and a start, as a deployment does it. */
export function restart(target: ProcessName): FaultPlan {
  return {
    component: componentOf(target),
    name: "SIGTERM",
    async run(system) {
      const process = processOf(system, target);
      await process.stop();
      await process.start();
    },
  };
}

// leases last 5 s, transactions may idle 5 s, statements take at most 5 s: after this all of them are over
const longerThanTimeoutsMs = 7_000;

/** SIGSTOP, then SIGCONT when the rest of the system has given the process up. */
export function freeze(target: ProcessName, ms = longerThanTimeoutsMs): FaultPlan {
  return {
    component: componentOf(target),
    name: `SIGSTOP for ${String(ms)} ms`,
    async run(system) {
      await processOf(system, target).freeze(ms);
    },
  };
}

/** The database server ends at once, with everything that was under way, and recovers. */
export function stopPostgres(): FaultPlan {
  return {
    component: "postgres",
    name: "immediate stop",
    async run({ postgres }, random) {
      await postgres.stopImmediately();
      await delay(random.between(0, 800));
      await postgres.start();
    },
  };
}

function componentOf(target: ProcessName): Component {
  return target === "projector-2" ? "projector" : target;
}

function processOf(system: TrackingSystem, target: ProcessName): ServiceProcess {
  const process = system.processes.get(target);
  if (process === undefined) throw new Error(`There is no process ${target}`);
  return process;
}
