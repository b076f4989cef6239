import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type components, queryKeys, read } from "../api/index.ts";

export type TracedEvent = components["schemas"]["TracedEvent"];
export type TracedDelivery = components["schemas"]["TracedDelivery"];
export type TraceStep = components["schemas"]["TraceStep"];

const soonMs = 1_500;

export interface Trace {
  /** Of the log's events about an entry of the timeline: the recording first, then its voiding. */
  of(entryId: string): readonly TracedEvent[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  loadMore(): void;
}

/** How the shipment's events fared. Asked for again while something is on its way. */
export function useTrace(shipmentId: string, enabled: boolean): Trace {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.shipment(shipmentId), "trace"],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET("/api/shipments/{id}/trace", {
          params: {
            path: { id: shipmentId },
            query: pageParam === null ? {} : { cursor: pageParam },
          },
          signal,
        }),
      ),
    // as: no cursor for the first page
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(isUnderWay) === true && state.data.pages.length < 3
        ? soonMs
        : false,
  });
  const byEntry = useMemo(() => {
    const found = new Map<string, TracedEvent[]>();
    for (const event of query.data?.pages.flatMap((page) => page.items) ?? []) {
      if (event.entryId === null) continue;
      found.set(event.entryId, [event, ...(found.get(event.entryId) ?? [])]);
    }
    return found;
  }, [query.data]);
  return {
    of: (entryId) => byEntry.get(entryId) ?? [],
    isLoading: query.isLoading || query.isFetchingNextPage,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

function isUnderWay({ relayed, projected, announced, deliveries }: TracedEvent): boolean {
  return (
    [relayed, projected, announced].some((step) => step?.state === "waiting") ||
    deliveries.some(({ state }) => state === "waiting" || state === "sending")
  );
}
