import type { ShipmentStatus } from "@shipment-tracking/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import { api, queryKeys, read } from "../../api/index.ts";

export interface FoundShipment {
  readonly id: string;
  readonly shipmentNumber: string;
  readonly status: ShipmentStatus;
  readonly customerName: string | null;
}

const shown = 6;

/** The first shipments that a typed text finds, by number, reference, city, carrier or customer. */
export function useFoundShipments(typed: string): {
  readonly shipments: readonly FoundShipment[];
  readonly isLooking: boolean;
} {
  const [q] = useDebouncedValue(typed.trim(), 120);
  const query = useQuery({
    queryKey: [...queryKeys.shipments, "find", q],
    queryFn: async ({ signal }) => {
      const parameters = { params: { query: { q, limit: shown } }, signal };
      const { items } = await read(api.GET("/api/shipments", parameters));
      return items;
    },
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const shipments = typed.trim().length < 2 ? [] : (query.data ?? []);
  return { shipments, isLooking: query.isFetching };
}
