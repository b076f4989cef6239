import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freeze, kill, killAt, restart, stopPostgres, type FaultPlan } from "./fault.ts";
import { dumpHistory } from "./dump-history.ts";
import { seededRandom } from "./seeded-random.ts";
import { startTrial, type Trial } from "./trial.ts";

const seed = Number(process.env["CRASH_SEED"] ?? "20260301");

describe(`every process on its own, under load, with faults (CRASH_SEED=${String(seed)})`, () => {
  let trial: Trial;
  let isGood = false;

  beforeAll(async () => {
    const random = seededRandom(seed);
    trial = await startTrial({ random, kafka: null, projectors: 1, clients: 2, pauseMs: 30 });
  }, 120_000);

  afterAll(() => trial.stop({ keepFiles: !isGood }), 60_000);

  // what concerns different processes happens at the same time
  const rounds: readonly (readonly FaultPlan[])[] = [
    [killAt("web", "web.before-commit"), killAt("projector", "projector.after-offset")],
    [killAt("web", "web.after-commit"), killAt("projector", "projector.before-commit")],
    [kill("web"), killAt("projector", "projector.after-commit")],
    [stopPostgres()],
    [kill("projector"), restart("api"), restart("web")],
    [freeze("projector"), freeze("web")],
  ];

  test.each(rounds.map((plans) => [titleOf(plans), plans] as const))(
    "readers catch up by themselves after %s",
    async (_title, plans) => {
      const faults = await trial.suffer(plans);
      for (const fault of faults) {
        expect(fault.lagHealedMs).not.toBeNull();
      }
    },
  );

  test("and of all that was asked and seen nothing is lost, invented, out of order or stale", async () => {
    const verdict = await trial.judge();
    const { violations, history } = verdict;
    if (violations.length > 0) dumpHistory(trial.system.directory, verdict);
    expect(violations, trial.system.directory).toEqual([]);
    const accepted = history.commands.filter(({ outcome }) => outcome.kind === "accepted");
    expect(accepted.length).toBeGreaterThan(50);
    expect(history.sightings.length).toBeGreaterThan(100);
    expect(history.faults.length).toBeGreaterThan(10);
    isGood = true;
  });
});

function titleOf(plans: readonly FaultPlan[]): string {
  return plans.map(({ component, name }) => `${name} of ${component}`).join(" with ");
}
