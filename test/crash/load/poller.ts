import { setTimeout as delay } from "node:timers/promises";
import { formatPosition, parsePosition } from "@shipment-tracking/contracts";
import type { Recorder } from "../history/recorder.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { now } from "../system/clock.ts";
import type { Fleet, KnownShipment } from "./fleet.ts";
import { send, type Answer } from "./request.ts";

export interface Poller {
  readonly apiUrl: string;
  readonly fleet: Fleet;
  readonly random: SeededRandom;
  readonly recorder: Recorder;
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** Reads lists and shipments until told to stop, and records what it saw. */
export async function runPoller(poller: Poller): Promise<void> {
  const { fleet, random, signal, pauseMs } = poller;
  while (!signal.aborted) {
    const shipment = fleet.pick(random);
    if (shipment === undefined || random.next() < 0.2) await lookAtList(poller);
    else await lookAtShipment(poller, shipment);
    await delay(random.between(0, 2 * pauseMs));
  }
}

async function lookAtList(poller: Poller): Promise<void> {
  const answer = await get(poller, "/api/v1/shipments?limit=20");
  if (answer?.status !== 200) return;
  const { askedAt, answeredAt } = answer;
  // as: what the specification says a list is (4.1); a check compares every byte of the items
  for (const item of JSON.parse(answer.text) as readonly { readonly id: string }[]) {
    const shown = { shipmentId: item.id, view: "item", text: JSON.stringify(item) } as const;
    poller.recorder.sightings.push({ ...shown, askedAt, answeredAt, atLeast: null });
  }
}

/** Half of the looks ask for the newest position that a command's answer named. */
async function lookAtShipment(poller: Poller, shipment: KnownShipment): Promise<void> {
  const newest = poller.random.next() < 0.5 ? shipment.newest : null;
  const wanted: Readonly<Record<string, string>> =
    newest === null ? {} : { "x-min-position": formatPosition(newest.position) };
  const answer = await get(poller, `/api/v1/shipments/${shipment.id}`, wanted);
  if (answer === null || (answer.status !== 200 && answer.status !== 404)) return;
  const { askedAt, answeredAt, headers, text } = answer;
  const applied = parsePosition(headers.get("x-applied-position") ?? "");
  const isPromised = newest !== null && applied !== null && applied.pos >= newest.position.pos;
  poller.recorder.sightings.push({
    shipmentId: shipment.id,
    view: "detail",
    askedAt,
    answeredAt,
    text: answer.status === 200 ? text : null,
    atLeast: isPromised ? newest.version : null,
  });
}

async function get(
  { apiUrl, fleet, recorder }: Poller,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | null> {
  const authorization = `Bearer ${fleet.apiKey}`;
  const url = apiUrl + path;
  const answer = await send({ method: "GET", url, headers: { authorization, ...headers } });
  if (answer !== null && (answer.status === 200 || answer.status === 404)) return answer;
  const endedAt = answer?.answeredAt ?? now();
  const what = `GET ${path}${answer === null ? "" : ` ${answer.text}`}`;
  recorder.failures.push({ door: "api", status: answer?.status ?? null, endedAt, what });
  return answer;
}
