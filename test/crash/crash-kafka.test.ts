import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeLocalKafka, startLocalKafka, type LocalKafka } from "@shipment-tracking/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, killAt, type FaultPlan } from "./fault.ts";
import { disturbTopic, freezeKafka, killKafka, wipeKafka } from "./kafka-fault.ts";
import { dumpHistory } from "./dump-history.ts";
import { seededRandom } from "./seeded-random.ts";
import { readSource } from "./system/read-source.ts";
import { startTrial, type Trial } from "./trial.ts";

const seed = Number(process.env["CRASH_SEED"] ?? "20260302");
const topic = "crash-test";

describeLocalKafka(`the log through Kafka, with faults (CRASH_SEED=${String(seed)})`, () => {
  let kafka: LocalKafka;
  let trial: Trial;
  let isGood = false;

  beforeAll(async () => {
    kafka = await startLocalKafka();
    const { brokers } = kafka;
    trial = await startTrial({
      random: seededRandom(seed),
      kafka: { brokers, topic },
      projectors: 1,
      clients: 2,
      pauseMs: 30,
    });
  }, 180_000);

  afterAll(async () => {
    await trial.stop({ keepFiles: !isGood });
    await kafka.stop();
  }, 60_000);

  // what concerns different processes happens at the same time
  const rounds: readonly (readonly [string, () => readonly FaultPlan[]])[] = [
    [
      "kills after an acknowledgement and before a commit",
      () => [killAt("relay", "relay.after-ack"), killAt("projector", "projector.before-commit")],
    ],
    [
      "records that come doubled, swapped and replayed, and a kill of the projector",
      () => [disturbTopic(kafka.brokers, topic), kill("projector")],
    ],
    ["a kill of the broker, and of the web application", () => [killKafka(kafka), kill("web")]],
    ["a silent broker", () => [freezeKafka(kafka)]],
    ["the loss of all that the broker had", () => [wipeKafka(kafka)]],
    ["a kill after the position is written", () => [killAt("relay", "relay.after-position")]],
  ];

  test.each(rounds)("readers and topic catch up by themselves after %s", async (_title, plans) => {
    const faults = await trial.suffer(plans());
    for (const fault of faults) {
      expect(fault.lagHealedMs).not.toBeNull();
      expect(fault.topicHealedMs).not.toBeNull();
    }
  });

  test("the projector reads from Kafka again, without an operator", async () => {
    const projector = trial.system.processes.get("projector");
    const source = () => (projector === undefined ? null : readSource(projector));
    try {
      await expect.poll(source, { timeout: 20_000 }).toBe("kafka");
    } catch (error) {
      const log = readFileSync(join(trial.system.directory, "projector.log"), "utf8");
      const lines = log.trimEnd().split("\n").slice(-40).join("\n");
      throw new Error(`not from Kafka; the end of the projector's log:\n${lines}`, {
        cause: error,
      });
    }
  });

  test("and of all that was asked and seen nothing is lost, invented, out of order or stale", async () => {
    const verdict = await trial.judge();
    const { violations, history } = verdict;
    if (violations.length > 0) dumpHistory(trial.system.directory, verdict);
    expect(violations, trial.system.directory).toEqual([]);
    const accepted = history.commands.filter(({ outcome }) => outcome.kind === "accepted");
    expect(accepted.length).toBeGreaterThan(50);
    isGood = true;
  });
});
