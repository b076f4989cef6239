import { availableParallelism, loadavg } from "node:os";
import type { EventRecord } from "@shipment-tracking/contracts";
import { partCount, readHeads, readPart } from "@shipment-tracking/event-log";
import type { Pool } from "@shipment-tracking/postgres";
import type { FaultPlan } from "./fault.ts";
import { checkHistory } from "./history/check-history.ts";
import type { Fault, History, Violation } from "./history/history.ts";
import { createRecorder, type Recorder } from "./history/recorder.ts";
import { runCommandClient } from "./load/command-client.ts";
import type { Fleet } from "./load/fleet.ts";
import { runPoller } from "./load/poller.ts";
import { readAnswers } from "./load/read-answers.ts";
import { signIn } from "./load/sign-in.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { now } from "./system/clock.ts";
import { persistently, untilCaughtUp, untilPublished } from "./system/lag.ts";
import {
  startTrackingSystem,
  type SystemOptions,
  type TrackingSystem,
} from "./system/tracking-system.ts";

export interface TrialOptions {
  readonly random: SeededRandom;
  readonly kafka: SystemOptions["kafka"];
  readonly projectors: SystemOptions["projectors"];
  /** Clients that send commands, per tenant. */
  readonly clients: number;
  readonly pauseMs: number;
}

/** A running system under load, to which things can be done. */
export interface Trial {
  readonly system: TrackingSystem;
  readonly recorder: Recorder;
  /** Does things at the same time and waits until readers have caught up with what the log held when all were over. */
  suffer(plans: readonly FaultPlan[]): Promise<readonly Fault[]>;
  /** Ends the load, lets everything come to rest, and judges all that was seen. */
  judge(): Promise<Verdict>;
  /** Files are kept for whoever looks for the reason. */
  stop(options: { readonly keepFiles: boolean }): Promise<void>;
}

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly history: History;
}

// above the promise (I10: 10 s), so that a late one is told from none
const patienceMs = 60_000;

export async function startTrial(options: TrialOptions): Promise<Trial> {
  const recorder = createRecorder();
  const onExit = (exit: Recorder["exits"][number]): void => void recorder.exits.push(exit);
  const system = await startTrackingSystem({ ...options, onExit });
  try {
    const given = new Set((await readLog(system)).map((record) => record.id));
    const fleets = await Promise.all(system.tenants.map((one) => signIn(system.webUrl, one)));
    await untilCaughtUp(system.db, patienceMs);
    const load = startLoad({ options, system, fleets, recorder });
    return {
      system,
      recorder,
      suffer: (plans) => suffer(plans, { options, system, recorder }),
      judge: async () => {
        await load.stop();
        return judge({ options, system, fleets, recorder, given });
      },
      stop: async (how) => {
        await load.stop();
        await system.stop(how);
      },
    };
  } catch (error) {
    await system.stop({ keepFiles: true });
    throw error;
  }
}

interface Setting {
  readonly options: TrialOptions;
  readonly system: TrackingSystem;
  readonly recorder: Recorder;
}

function startLoad(setting: Setting & { readonly fleets: readonly Fleet[] }): {
  stop(): Promise<void>;
} {
  const { options, system, fleets, recorder } = setting;
  const { random, clients, pauseMs } = options;
  const { webUrl, apiUrl } = system;
  const end = new AbortController();
  const { signal } = end;
  const running = fleets.flatMap((fleet, tenant) => {
    const shared = { fleet, recorder, pauseMs, signal };
    return [
      ...Array.from({ length: clients }, (_, at) => {
        const name = `client-${String(tenant)}-${String(at)}`;
        return runCommandClient({ ...shared, name, webUrl, random: random.fork() });
      }),
      runPoller({ ...shared, apiUrl, random: random.fork() }),
    ];
  });
  const ended = Promise.all(running);
  // a client that fails is a fault of the harness: told by stop()
  ended.catch(() => end.abort());
  return {
    stop: async () => {
      end.abort();
      await ended;
    },
  };
}

async function suffer(
  plans: readonly FaultPlan[],
  { options, system, recorder }: Setting,
): Promise<readonly Fault[]> {
  const mended = await Promise.all(
    plans.map(async ({ component, name, run }) => {
      const beganAt = now();
      await run(system, options.random.fork());
      return { component, name, beganAt, healedAt: now() };
    }),
  );
  const lags = await untilHealed(system.db, options.kafka);
  const patience = machineSlowness();
  const faults = mended.map((fault) => ({ ...fault, ...lags, patience }));
  recorder.faults.push(...faults);
  return faults;
}

/** Runnable processes for each core, averaged over a minute: on a machine that does other things, too, time is worth less. */
function machineSlowness(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(Math.max(lastMinute / availableParallelism(), 1), 20);
}

async function untilHealed(
  db: Pool,
  kafka: TrialOptions["kafka"],
): Promise<Pick<Fault, "lagHealedMs" | "topicHealedMs">> {
  const topic = kafka === null ? undefined : untilPublished(db, kafka.topic, patienceMs);
  const lagHealedMs = await untilCaughtUp(db, patienceMs);
  return topic === undefined ? { lagHealedMs } : { lagHealedMs, topicHealedMs: await topic };
}

async function judge(
  seen: Setting & { readonly fleets: readonly Fleet[]; readonly given: ReadonlySet<string> },
): Promise<Verdict> {
  const { options, system, fleets, recorder, given } = seen;
  const beganAt = now();
  const lags = await untilHealed(system.db, options.kafka);
  const rest = { component: "projector", name: "the end", beganAt, healedAt: beganAt } as const;
  const history: History = {
    ...recorder,
    faults: [...recorder.faults, { ...rest, ...lags, patience: machineSlowness() }],
    given,
    log: await readLog(system),
    heads: await persistently(() => readHeads(system.db)),
    answers: await Promise.all(fleets.map((fleet) => readAnswers(system.apiUrl, fleet))),
  };
  return { history, violations: checkHistory(history) };
}

const pageSize = 5_000;

async function readLog({ db }: TrackingSystem): Promise<readonly EventRecord[]> {
  const log: EventRecord[] = [];
  for (let part = 0; part < partCount; part += 1) {
    for (let afterPos = 0, full = true; full;) {
      const page = await persistently(() => readPart(db, part, { afterPos, limit: pageSize }));
      log.push(...page);
      afterPos = page.at(-1)?.pos ?? afterPos;
      full = page.length === pageSize;
    }
  }
  return log;
}
