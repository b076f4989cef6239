import { setTimeout as delay } from "node:timers/promises";
import type { Outcome } from "../history/history.ts";
import type { Recorder } from "../history/recorder.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { now } from "../system/clock.ts";
import type { Fleet } from "./fleet.ts";
import { planCommand, type PlannedCommand } from "./plan-command.ts";
import { send, type Answer } from "./request.ts";

export interface CommandClient {
  readonly name: string;
  readonly webUrl: string;
  readonly fleet: Fleet;
  readonly random: SeededRandom;
  readonly recorder: Recorder;
  /** Between two commands. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** Sends commands one after the other until told to stop, and records what became of each. */
export async function runCommandClient(client: CommandClient): Promise<void> {
  const { name, fleet, random, recorder, signal } = client;
  for (let serial = 1; !signal.aborted; serial += 1) {
    const command = planCommand(fleet, random, `${name}-${String(serial)}`);
    const outcome = await carryOut(client, command);
    const { marker, streamIds } = command;
    recorder.commands.push({ marker, tenantId: fleet.tenantId, streamIds, outcome });
    if (outcome.kind === "accepted") learn(fleet, outcome);
    await delay(random.between(0, 2 * client.pauseMs));
  }
}

// a client asks again for about as long as a fault lasts
const retryForMs = 15_000;

async function carryOut(client: CommandClient, command: PlannedCommand): Promise<Outcome> {
  const deadline = now() + retryForMs;
  for (;;) {
    const answer = await ask(client, command);
    if (answer !== null && answer.status < 500) return outcomeOf(client, command, answer);
    recordFailure(client, command, answer);
    if (command.repeatable === "never" || now() > deadline) return { kind: "unknown" };
    await delay(client.random.between(50, 200));
  }
}

function ask({ webUrl, fleet }: CommandClient, command: PlannedCommand): Promise<Answer | null> {
  const { method, path, body, marker, repeatable } = command;
  const key: Readonly<Record<string, string>> =
    repeatable === "by_key" ? { "idempotency-key": marker } : {};
  return send({ method, url: webUrl + path, headers: { cookie: fleet.cookie, ...key }, body });
}

function outcomeOf(client: CommandClient, command: PlannedCommand, answer: Answer): Outcome {
  const { status } = answer;
  if (status < 300) return { kind: "accepted", effects: command.effectsOf(answer) };
  // the rules of the business refuse with these; anything else says that the session or the shipment is gone
  if (status !== 409 && status !== 400) recordFailure(client, command, answer);
  return { kind: "refused", status };
}

function recordFailure(
  { recorder }: CommandClient,
  { method, path, marker }: PlannedCommand,
  answer: Answer | null,
): void {
  const what = `${method} ${path} "${marker}"${answer === null ? "" : ` ${answer.text}`}`;
  const status = answer?.status ?? null;
  recorder.failures.push({ door: "web", status, endedAt: answer?.answeredAt ?? now(), what });
}

function learn(fleet: Fleet, outcome: Extract<Outcome, { kind: "accepted" }>): void {
  for (const { streamId, version, position } of outcome.effects) {
    const shipment = fleet.add(streamId);
    if (version === null || position === null) continue;
    if (version > (shipment.newest?.version ?? 0)) shipment.newest = { version, position };
  }
}
