import type { ShipmentVersion } from "./fold-shipment.ts";
import type { TenantAnswers, Violation } from "./history.ts";

/** A shipment of the log with all its versions, the last one being what everybody must see in the end. */
export interface FoldedShipment {
  readonly id: string;
  readonly tenantId: string;
  readonly versions: readonly ShipmentVersion[];
}

/** I3: what each tenant's client reads is exactly the fold of that tenant's events. */
export function checkAnswers(
  shipments: readonly FoldedShipment[],
  answers: readonly TenantAnswers[],
): readonly Violation[] {
  return answers.flatMap((answer) => {
    const own = shipments.filter((shipment) => shipment.tenantId === answer.tenantId);
    return [...checkTenant(own, answer), ...checkOrder(answer)];
  });
}

function checkTenant(
  shipments: readonly FoldedShipment[],
  { tenantId, items, details, publicViews }: TenantAnswers,
): readonly Violation[] {
  const expected = { items: new Map(), details: new Map(), publicViews: new Map() } as Record<
    "items" | "details" | "publicViews",
    Map<string, string>
  >;
  for (const { id, versions } of shipments) {
    const last = versions.at(-1);
    if (last === undefined) continue;
    expected.items.set(id, last.item);
    expected.details.set(id, last.detail);
    // a token whose answer was lost is known to nobody
    if (last.publicView !== null && publicViews.has(last.publicView.tokenHash)) {
      expected.publicViews.set(last.publicView.tokenHash, last.publicView.text);
    }
  }
  const listed = new Map(items.map(({ id, text }) => [id, text]));
  const twice = items.length - listed.size;
  const where = `of tenant ${tenantId}`;
  return [
    ...compare(`item ${where}`, expected.items, listed),
    ...compare(`shipment ${where}`, expected.details, details),
    ...compare(`public view ${where}`, expected.publicViews, publicViews),
    ...(twice > 0 ? [different(`${String(twice)} items ${where} are listed twice`)] : []),
  ];
}

function compare(
  kind: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string | null>,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [id, text] of expected) {
    const shown = found.get(id) ?? null;
    if (shown === null) violations.push(different(`the ${kind} ${id} is missing`));
    else if (shown !== text) {
      violations.push(different(`the ${kind} ${id} is ${shown}, the log says ${text}`));
    }
  }
  for (const id of found.keys()) {
    if (!expected.has(id)) violations.push(different(`the ${kind} ${id} is not in its log`));
  }
  return violations;
}

/** Newest first (Specification 4.1). */
function checkOrder({ tenantId, items }: TenantAnswers): readonly Violation[] {
  const times = items.map(({ text }) => /"createdAt":"([^"]*)"/.exec(text)?.[1] ?? "");
  const wrong = times.findIndex((time, at) => at > 0 && time > (times[at - 1] ?? ""));
  return wrong === -1
    ? []
    : [different(`the list of tenant ${tenantId} is not newest first at ${String(wrong)}`)];
}

function different(what: string): Violation {
  return { invariant: "I3", what };
}
