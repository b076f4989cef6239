import type { EventRecord } from "@shipment-tracking/contracts";
import { groupedBy } from "./grouped-by.ts";
import type { Command, Effect, History, Violation } from "./history.ts";
import { markerOf } from "./marker-of.ts";

/**
 * I1: what was answered as done is in the log, once per shipment, where the answer says. I2: every event was asked for, by a command that was not
 * refused, for that shipment of that tenant, once.
 */
export function checkCommands({ given, commands, log }: History): readonly Violation[] {
  const loaded = log.filter((record) => !given.has(record.id));
  const byMarker = groupedBy(loaded, (record) => markerOf(record) ?? "");
  const byCommand = groupedBy(commands, (command) => command.marker);
  return [
    ...commands.flatMap((command) => checkAnswer(command, byMarker.get(command.marker) ?? [])),
    ...[...byMarker].flatMap(([marker, records]) =>
      checkAsked(marker, { records, commands: byCommand.get(marker) ?? [] }),
    ),
    ...createdTwice(commands, byMarker),
    ...repeatedIds(log),
  ];
}

function checkAnswer(command: Command, records: readonly EventRecord[]): Violation[] {
  const { outcome, marker } = command;
  switch (outcome.kind) {
    case "unknown":
    case "refused":
      return [];
    case "accepted":
      return outcome.effects.flatMap((effect) => {
        const found = records.filter((record) => record.streamId === effect.streamId);
        const [record] = found;
        if (record === undefined) return [lost(`"${marker}" was answered but is not in the log`)];
        return checkPlace(marker, effect, record);
      });
  }
}

function checkPlace(marker: string, effect: Effect, record: EventRecord): Violation[] {
  const { version, position } = effect;
  const violations: Violation[] = [];
  if (version !== null && version !== record.version) {
    const is = `version ${String(record.version)}`;
    violations.push(lost(`"${marker}" was answered as version ${String(version)} and is ${is}`));
  }
  if (position !== null && (position.part !== record.part || position.pos !== record.pos)) {
    const [said, is] = [position, record].map(({ part, pos }) => `${String(part)}.${String(pos)}`);
    violations.push(lost(`"${marker}" was answered at ${said ?? ""} and lies at ${is ?? ""}`));
  }
  return violations;
}

function checkAsked(
  marker: string,
  found: { readonly records: readonly EventRecord[]; readonly commands: readonly Command[] },
): Violation[] {
  const { records, commands } = found;
  const streams = groupedBy(records, (record) => record.streamId);
  return [...streams].flatMap(([streamId, events]) => {
    const [event] = events;
    const asking = commands.filter((command) => asksFor(command, streamId));
    if (asking.every((command) => command.tenantId !== event?.tenantId)) {
      return [invented(`nobody asked for "${marker}" of ${streamId} (${event?.type ?? ""})`)];
    }
    if (asking.every((command) => command.outcome.kind === "refused")) {
      return [invented(`"${marker}" was refused, and is in the log`)];
    }
    return events.length === 1
      ? []
      : [invented(`"${marker}" is ${String(events.length)} times in ${streamId}`)];
  });
}

function asksFor({ streamIds, outcome }: Command, streamId: string): boolean {
  if (outcome.kind === "accepted") {
    return outcome.effects.some((effect) => effect.streamId === streamId);
  }
  return streamIds === null || streamIds.includes(streamId);
}

/** A creation makes one shipment, whatever its id. */
function createdTwice(
  commands: readonly Command[],
  byMarker: ReadonlyMap<string, readonly EventRecord[]>,
): readonly Violation[] {
  return commands.flatMap(({ streamIds, marker }) => {
    if (streamIds !== null) return [];
    const made = new Set((byMarker.get(marker) ?? []).map((record) => record.streamId));
    return made.size > 1 ? [invented(`"${marker}" made ${String(made.size)} shipments`)] : [];
  });
}

function repeatedIds(log: readonly EventRecord[]): readonly Violation[] {
  const twice = [...groupedBy(log, (record) => record.id)].filter(([, same]) => same.length > 1);
  return twice.map(([id]) => invented(`the event ${id} is in the log twice`));
}

function lost(what: string): Violation {
  return { invariant: "I1", what };
}

function invented(what: string): Violation {
  return { invariant: "I2", what };
}
