// npm run soak:webhooks -- [--minutes 20] [--rate 120] [--backlog 50000]: the queue of webhooks under a steady load with receivers that fail, hang and
// throttle, beside a backlog. A line a minute, verdicts at the end; exit code 1 when one of them is no. A database of its own, durable commits.
import { parseArgs } from "node:util";
import { startTrackingDatabase } from "../bench/bench-database.ts";
import { soak } from "./webhooks/soak.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    rate: { type: "string", default: "120" },
    backlog: { type: "string", default: "50000" },
  },
});
const seconds = Number(values.minutes) * 60;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const database = await startTrackingDatabase();
try {
  const { verdicts } = await soak({
    database,
    seconds,
    everySeconds: Math.min(60, seconds / 6),
    eventsPerSecond: Number(values.rate),
    backlog: Number(values.backlog),
    say,
  });
  for (const { what, passed, figures } of verdicts) {
    say(`${passed ? "yes" : "NO "}  ${what}: ${figures}`);
  }
  if (verdicts.some(({ passed }) => !passed)) process.exitCode = 1;
} finally {
  await database.stop();
}
