import type { Sort } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";

/** `due` ascending, `-due` descending, as it stands in the address; null: newest first, as the service answers. */
export function readSort(text: string | null): Sort | null {
  const direction = text?.startsWith("-") === true ? "desc" : "asc";
  const by = text?.replace(/^-/, "") ?? "";
  return by in keys ? { by, direction } : null;
}

export function writeSort({ by, direction }: Sort): string {
  return direction === "desc" ? `-${by}` : by;
}

const keys: Readonly<Record<string, (row: BoardLine) => string | null>> = {
  number: (row) => row.shipmentNumber,
  due: (row) => row.deliveryScheduledAt,
  changed: (row) => row.updatedAt,
  last: (row) => row.lastEvent?.eventAt ?? null,
};

/** Rows without a value come last, whatever the direction. */
export function sorted(rows: readonly BoardLine[], sort: Sort | null): readonly BoardLine[] {
  const key = sort === null ? undefined : keys[sort.by];
  if (key === undefined) return rows;
  const sign = sort?.direction === "desc" ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
}
