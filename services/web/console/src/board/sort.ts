import type { paths } from "../api/index.ts";
import type { Sort } from "../ui/index.ts";

type SortText = NonNullable<
  NonNullable<paths["/api/shipments"]["get"]["parameters"]["query"]>["sort"]
>;

const names = ["number", "status", "delivery", "lastEvent", "updated"] as const;

/** `delivery` ascending, `-delivery` descending, in the address as in the request; undefined: newest first, as the service answers. */
export function readSort(text: string | null): SortText | undefined {
  return names
    .flatMap((name): readonly SortText[] => [name, `-${name}`])
    .find((one) => one === text);
}

/** For the table's head. */
export function toSort(text: SortText | undefined): Sort | null {
  if (text === undefined) return null;
  return { by: text.replace(/^-/, ""), direction: text.startsWith("-") ? "desc" : "asc" };
}

export function writeSort({ by, direction }: Sort): string {
  return direction === "desc" ? `-${by}` : by;
}
