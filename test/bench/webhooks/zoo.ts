import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BenchFigure } from "../figure.ts";
import { figureOf, say } from "./figures.ts";
import { compareNeighbours, neighboursAtOnce } from "./latency.ts";
import type { Bench } from "./queue.ts";

/** (c) The latencies of endpoints that answer while their neighbours are the hostile receivers of the tests, other ones in each round. */
export async function measureZoo(bench: Bench): Promise<readonly BenchFigure[]> {
  const zoo = await startZooProcess();
  try {
    const animals = Object.keys(zoo.urls).toSorted();
    const rounds = Math.ceil(animals.length / neighboursAtOnce);
    const ofRound = (round: number): readonly string[] =>
      animals.filter((_, n) => n % rounds === round);
    const ratios = await compareNeighbours(bench, {
      rounds,
      name: (round) => ofRound(round).join(", "),
      urls: (round) => ofRound(round).map((animal) => zoo.urls[animal] ?? ""),
    });
    return [
      figureOf(ratios, {
        id: "P7b zoo",
        what: "healthy endpoints' p99 beside hostile receivers ÷ without",
        unit: "ratio",
        floor: 2,
        aim: 1.2,
        note: `${String(animals.length)} kinds of receivers in ${String(rounds)} rounds, 200 events/s for 8 s, in turns`,
      }),
    ];
  } finally {
    await zoo.close();
  }
}

interface ZooProcess {
  /** By the animal's name. */
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A process of its own, as the sink is a thread of its own: what it does is not the worker's time. */
async function startZooProcess(): Promise<ZooProcess> {
  const file = join(import.meta.dirname, "../../../services/webhooks/src/fixtures/zoo/serve.ts");
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  // the promise of an event has a list of arguments
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  say("  the zoo is open");
  return {
    // as: written by the fixture
    urls: JSON.parse(line) as ZooProcess["urls"],
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
