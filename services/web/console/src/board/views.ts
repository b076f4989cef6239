import {
  type ShipmentMode,
  shipmentModes,
  type ShipmentStatus,
  shipmentStatuses,
} from "@shipment-tracking/domain";
import type { paths } from "../api/index.ts";
import { readSort } from "./sort.ts";

export const views = ["late", "exception", "today", "all"] as const;
export type View = (typeof views)[number];

export const viewWords: Readonly<Record<View, string>> = {
  late: "Late",
  exception: "Exceptions",
  today: "Today",
  all: "All",
};

type Query = NonNullable<paths["/api/shipments"]["get"]["parameters"]["query"]>;

/** What the address of the board says. */
export interface BoardFilters {
  readonly view: View;
  readonly q: string;
  readonly status: ShipmentStatus | null;
  readonly mode: ShipmentMode | null;
  readonly customerId: string | null;
  readonly sort: Query["sort"];
}

export function readFilters(parameters: URLSearchParams): BoardFilters {
  return {
    view: views.find((view) => view === parameters.get("view")) ?? "all",
    q: parameters.get("q") ?? "",
    status: shipmentStatuses.find((status) => status === parameters.get("status")) ?? null,
    mode: shipmentModes.find((mode) => mode === parameters.get("mode")) ?? null,
    customerId: parameters.get("customerId"),
    sort: readSort(parameters.get("sort")),
  };
}

export function isFiltered({ q, status, mode, customerId }: BoardFilters): boolean {
  return q !== "" || status !== null || mode !== null || customerId !== null;
}

/** The request for a page of the board. A search looks through everything: who pastes a number wants it whatever the view. */
export function toQuery(filters: BoardFilters, today: Today): Omit<Query, "cursor"> {
  const { q, status, mode, customerId, sort } = filters;
  return {
    limit: 100,
    ...(q === "" ? viewQuery(filters.view, today) : { q }),
    ...(status === null ? {} : { status }),
    ...(mode === null ? {} : { mode }),
    ...(customerId === null ? {} : { customerId }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** The day of the user, as two instants. */
export interface Today {
  readonly from: string;
  readonly to: string;
}

export function todayOf(now: Date): Today {
  const from = new Date(now);
  from.setHours(0, 0, 0, 0);
  const to = new Date(from);
  to.setDate(to.getDate() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Something has to be done about these. */
const troubled = "exception,customs_hold,attempt_failed";

function viewQuery(view: View, today: Today): Partial<Query> {
  switch (view) {
    case "all":
      return {};
    case "late":
      return { late: "true" };
    case "exception":
      return { status: troubled };
    case "today":
      return { scheduledFrom: today.from, scheduledTo: today.to };
  }
}

/** The numbers of a pasted text in their order, each once: what the list was asked for. */
export function numbersOf(q: string): readonly string[] {
  return [...new Set(q.split(/[\s,;]+/).filter((part) => part !== ""))];
}
