import type { EventRecord } from "@shipment-tracking/contracts";
import { partOf } from "@shipment-tracking/event-log";
import { foldShipment } from "./fold-shipment.ts";
import { alpine, asked, crate, headsOf, parcel, settled } from "./good-history.ts";
import type {
  Command,
  Effect,
  Failure,
  History,
  Outcome,
  Sighting,
  TenantAnswers,
} from "./history.ts";
import { markerOf } from "./marker-of.ts";

/** Another log, complete in itself, with the answers that follow from it: only the commands do not fit. */
export function relog(history: History, log: readonly EventRecord[]): History {
  const numbered = log.map((record, at) => {
    const before = log.slice(0, at);
    const pos = before.filter(({ part }) => part === record.part).length + 1;
    const version = before.filter(({ streamId }) => streamId === record.streamId).length + 1;
    return { ...record, pos, version };
  });
  return settled({ ...history, log: numbered, heads: headsOf(numbered) });
}

export function without({ log }: History, marker: string): readonly EventRecord[] {
  return log.filter((record) => markerOf(record) !== marker);
}

export function twice({ log }: History, marker: string): readonly EventRecord[] {
  const copies = log.filter((record) => markerOf(record) === marker);
  return [...log, ...copies.map((record) => ({ ...record, id: record.id.replace("f", "e") }))];
}

export function idOf({ log }: History, marker: string): string {
  return log.find((record) => markerOf(record) === marker)?.id ?? "";
}

export function createdTwice(good: History): History {
  const other = crate.replace("b1", "b2");
  const copies = good.log.filter((record) => markerOf(record) === "c8");
  const made = copies.map((record) => ({
    ...record,
    id: record.id.replace("f", "e"),
    streamId: other,
    part: partOf(other),
  }));
  return decide(relog(good, [...good.log, ...made]), "c8", { kind: "unknown" });
}

/** One record changed in place, so that the log no longer fits together; the answers are left out. */
export function rewrite(history: History, marker: string, change: Partial<EventRecord>): History {
  const log = history.log.map((record) =>
    markerOf(record) === marker ? { ...record, ...change } : record,
  );
  return { ...history, log, answers: null };
}

export function swapPlaces(history: History, one: string, other: string): History {
  const posOf = (marker: string): number =>
    history.log.find((record) => markerOf(record) === marker)?.pos ?? 0;
  const [first, second] = [posOf(one), posOf(other)];
  const swapped = rewrite(rewrite(history, one, { pos: second }), other, { pos: first });
  const part = partOf(crate);
  const told = misreport(swapped, one, { position: { part, pos: second } });
  return misreport(told, other, { position: { part, pos: first } });
}

export function skipPosition(history: History, marker: string): History {
  const part = partOf(crate);
  const pos = (history.heads.get(part) ?? 0) + 1;
  const moved = rewrite(history, marker, { pos });
  const told = misreport(moved, marker, { position: { part, pos } });
  return { ...told, heads: new Map([...history.heads, [part, pos]]) };
}

/** All of a stream in a part that is not its own, and everybody agrees. */
export function moveStream(history: History, streamId: string): History {
  const part = (partOf(streamId) + 1) % 64;
  const moved = relog(
    history,
    history.log.map((record) => (record.streamId === streamId ? { ...record, part } : record)),
  );
  const commands = ["c8", "c9"].reduce((told, marker) => {
    const pos = moved.log.find((record) => markerOf(record) === marker)?.pos ?? 0;
    return misreport(told, marker, { position: { part, pos } });
  }, moved).commands;
  return { ...moved, commands };
}

function change(history: History, marker: string, with_: Partial<Command>): History {
  const commands = history.commands.map((command) =>
    command.marker === marker ? { ...command, ...with_ } : command,
  );
  return { ...history, commands };
}

export function decide(history: History, marker: string, outcome: Outcome): History {
  return change(history, marker, { outcome });
}

export function askedBy(history: History, marker: string, tenantId: string): History {
  return change(history, marker, { tenantId });
}

export function askedOf(history: History, marker: string, streamIds: readonly string[]): History {
  return change(history, marker, { streamIds });
}

export function forget(history: History, marker: string): History {
  return { ...history, commands: history.commands.filter((one) => one.marker !== marker) };
}

export function answer(history: History, marker: string, streamId: string): History {
  const effects = [{ streamId, version: null, position: null }];
  const commands = history.commands.filter((one) => one.marker !== marker);
  const command: Command = {
    ...asked(marker, alpine, [streamId]),
    outcome: { kind: "accepted", effects },
  };
  return { ...history, commands: [...commands, command] };
}

export function misreport(history: History, marker: string, wrong: Partial<Effect>): History {
  const commands = history.commands.map((command): Command => {
    const { outcome } = command;
    if (command.marker !== marker || outcome.kind !== "accepted") return command;
    const effects = outcome.effects.map((effect) => ({ ...effect, ...wrong }));
    return { ...command, outcome: { kind: "accepted", effects } };
  });
  return { ...history, commands };
}

export function answersOf({ answers }: History, tenantId: string): TenantAnswers | undefined {
  return answers?.find((one) => one.tenantId === tenantId);
}

export function show(
  history: History,
  tenantId: string,
  changed: (answers: TenantAnswers) => Partial<TenantAnswers>,
): History {
  const answers = (history.answers ?? []).map((one) =>
    one.tenantId === tenantId ? { ...one, ...changed(one) } : one,
  );
  return { ...history, answers };
}

export function showDetail(history: History, id: string, text: string): History {
  return show(history, alpine, ({ details }) => ({ details: new Map([...details, [id, text]]) }));
}

export function newestLast(history: History): History {
  return show(history, alpine, ({ items }) => ({
    items: items.map((item, at) =>
      at === 0 ? item : { ...item, text: item.text.replace("2026-05-01T06", "2026-05-01T07") },
    ),
  }));
}

export function versionOf({ log }: History, streamId: string, version: number): string {
  const folded = foldShipment(log.filter((record) => record.streamId === streamId));
  return folded[version - 1]?.detail ?? "";
}

export function current(history: History): string {
  return versionOf(history, parcel, 5);
}

export function look(history: History, seen: Partial<Sighting>): History {
  const base: Sighting = {
    shipmentId: parcel,
    view: "detail",
    askedAt: 1_000,
    answeredAt: 1_010,
    text: "",
    atLeast: null,
  };
  return { ...history, sightings: [...history.sightings, { ...base, ...seen }] };
}

export function fail(history: History, failure: Partial<Failure>): History {
  const base: Failure = { door: "web", status: 500, endedAt: 0, what: "mutation" };
  return { ...history, failures: [...history.failures, { ...base, ...failure }] };
}

export function lag(history: History, lagHealedMs: number | null): History {
  const faults = history.faults.map((fault, at) => (at === 1 ? { ...fault, lagHealedMs } : fault));
  return { ...history, faults };
}

export function lagOfTopic(history: History, topicHealedMs: number | null): History {
  return { ...history, faults: history.faults.map((fault) => ({ ...fault, topicHealedMs })) };
}
