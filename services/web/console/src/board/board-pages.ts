import { api, queryKeys, read } from "../api/index.ts";
import { type Pages, usePages, usePrefetchPages } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";
import { type BoardFilters, todayOf, toQuery } from "./views.ts";

/** The board's lists are of a day, as `Date.toDateString` writes it: one of their views is "today". */
function pagesOf(filters: BoardFilters, day: string) {
  const query = toQuery(filters, todayOf(new Date(day)));
  return {
    queryKey: [...queryKeys.shipments, "board", query],
    load: (cursor: string | undefined, signal: AbortSignal) =>
      read(
        api.GET("/api/shipments", {
          params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
          signal,
        }),
      ),
  };
}

export function useBoardPages(filters: BoardFilters, day: string): Pages<BoardLine> {
  const { queryKey, load } = pagesOf(filters, day);
  return usePages(queryKey, load);
}

/** Loads the first page of a list that will probably be wanted in a moment. */
export function useBoardPrefetch(day: string): (filters: BoardFilters) => void {
  const prefetch = usePrefetchPages();
  return (filters) => {
    const { queryKey, load } = pagesOf(filters, day);
    prefetch(queryKey, load);
  };
}
