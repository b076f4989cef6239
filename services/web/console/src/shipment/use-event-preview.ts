import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, queryKeys, read } from "../api/index.ts";
import type { EventBody } from "./event-draft.ts";

const typingMs = 250;

/** What the service says of an event before it is recorded: the status after it, what becomes public, and what should not. */
export function useEventPreview(shipmentId: string, body: EventBody | null) {
  const [asked] = useDebouncedValue(body === null ? null : JSON.stringify(body), typingMs);
  return useQuery({
    queryKey: [...queryKeys.shipment(shipmentId), "preview", asked],
    enabled: asked !== null,
    queryFn: ({ signal }) =>
      read(
        api.POST("/api/shipments/{id}/events/preview", {
          params: { path: { id: shipmentId } },
          // as: written from such a body just above
          body: JSON.parse(asked ?? "null") as EventBody,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
}
