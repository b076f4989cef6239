// npm run prove -- --minutes 5 [--seed n] [--kafka]: starts the whole service, breaks it at random under load, and says whether it kept its promises.
import { startLocalKafka } from "@shipment-tracking/testing";
import { chooseFaults, type Broker } from "./choose-fault.ts";
import { dumpHistory } from "./dump-history.ts";
import type { Fault } from "./history/history.ts";
import { readFlags, type ProveFlags } from "./prove-flags.ts";
import { seededRandom } from "./seeded-random.ts";
import { startTrial, type Trial } from "./trial.ts";
import { verdictText } from "./verdict-text.ts";

const flags = readFlags(process.argv.slice(2));
say(`Seed ${String(flags.seed)}, ${String(flags.minutes)} minutes.`);
const broker: Broker | null = flags.kafka
  ? { kafka: await startLocalKafka(), topic: "shipment-tracking.events" }
  : null;
try {
  process.exitCode = await prove(flags, broker);
} finally {
  await broker?.kafka.stop();
}

async function prove({ minutes, seed }: ProveFlags, on: Broker | null): Promise<number> {
  const random = seededRandom(seed);
  const kafka = on === null ? null : { brokers: on.kafka.brokers, topic: on.topic };
  const trial = await startTrial({ random, kafka, projectors: 2, clients: 2, pauseMs: 40 });
  // a second Ctrl-C ends at once
  process.once("SIGINT", () => void trial.stop({ keepFiles: false }).then(() => process.exit(130)));
  say(`All processes run, files are in ${trial.system.directory}`);
  let keepFiles = true;
  try {
    const endAt = performance.now() + minutes * 60_000;
    while (performance.now() < endAt) {
      const faults = await trial.suffer(chooseFaults(random, on));
      for (const fault of faults) say(progress(trial, fault));
    }
    const verdict = await trial.judge();
    keepFiles = verdict.violations.length > 0;
    say(verdictText(verdict));
    if (keepFiles) say(`What was seen: ${dumpHistory(trial.system.directory, verdict)}`);
    return keepFiles ? 1 : 0;
  } finally {
    await trial.stop({ keepFiles });
  }
}

function progress({ recorder }: Trial, fault: Fault): string {
  const { component, name, beganAt, healedAt, lagHealedMs, topicHealedMs } = fault;
  const topic = topicHealedMs === undefined ? "" : `, topic after ${seconds(topicHealedMs)}`;
  const counts = `${String(recorder.commands.length)} commands, ${String(recorder.sightings.length)} looks`;
  const readers = `readers caught up after ${seconds(lagHealedMs)}${topic}`;
  return `${component}: ${name}; back after ${seconds(healedAt - beganAt)}, ${readers} (${counts})`;
}

function seconds(ms: number | null): string {
  return ms === null ? "more than 60 s" : `${(ms / 1_000).toFixed(2)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
