import type { FoldedShipment } from "./check-answers.ts";
import { groupedBy } from "./grouped-by.ts";
import type { Sighting, Violation } from "./history.ts";

/**
 * I5: a look that began after another one had ended never shows an older version, whoever looked, nor one before a position that the API said is
 * applied. I3: every look shows a version that the log had.
 *
 * Several versions can look the same. Each look is taken for the oldest version that it can be, which accuses nobody wrongly.
 */
export function checkSightings(
  shipments: readonly FoldedShipment[],
  sightings: readonly Sighting[],
): readonly Violation[] {
  const folded = new Map(shipments.map((shipment) => [shipment.id, shipment]));
  const byShipment = groupedBy(sightings, (sighting) => sighting.shipmentId);
  return [...byShipment].flatMap(([id, looks]) => checkShipment(folded.get(id), looks));
}

function checkShipment(
  shipment: FoldedShipment | undefined,
  looks: readonly Sighting[],
): readonly Violation[] {
  const versionsOf = versionsByText(shipment);
  const ended = looks.map((look) => ({ look, version: 0 }));
  const byStart = ended.toSorted((left, right) => left.look.askedAt - right.look.askedAt);
  const byEnd = ended.toSorted((left, right) => left.look.answeredAt - right.look.answeredAt);
  const violations: Violation[] = [];
  let seen = 0;
  let next = 0;
  for (const entry of byStart) {
    const { look } = entry;
    for (; (byEnd[next]?.look.answeredAt ?? Infinity) < look.askedAt; next += 1) {
      // it ended before this look began, so it began before, too: its version is known
      seen = Math.max(seen, byEnd[next]?.version ?? 0);
    }
    const versions = versionsOf(look);
    const floor = Math.max(seen, look.atLeast ?? 0);
    const version = versions.find((one) => one >= floor);
    if (version !== undefined) entry.version = version;
    else violations.push(complaint(look, versions, floor));
  }
  return violations;
}

/** The versions (0: not there yet) that look like the sighting, oldest first. */
function versionsByText(
  shipment: FoldedShipment | undefined,
): (look: Sighting) => readonly number[] {
  const versions = (shipment?.versions ?? []).map((version, at) => ({ version, number: at + 1 }));
  const byText = {
    item: groupedBy(versions, ({ version }) => version.item),
    detail: groupedBy(versions, ({ version }) => version.detail),
  };
  return ({ view, text }) =>
    text === null ? [0] : (byText[view].get(text) ?? []).map(({ number }) => number);
}

function complaint(look: Sighting, versions: readonly number[], floor: number): Violation {
  const newest = versions.at(-1);
  const when = `at ${look.answeredAt.toFixed(0)} ms`;
  if (newest === undefined) {
    const text = look.text ?? "nothing";
    const what = `${look.shipmentId} showed a state that the log never had ${when}: ${text}`;
    return { invariant: "I3", what };
  }
  const what = `${look.shipmentId} showed version ${String(newest)} after ${String(floor)} ${when}`;
  return { invariant: "I5", what };
}
