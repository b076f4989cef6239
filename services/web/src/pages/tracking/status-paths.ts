import type { ShipmentStatus } from "@shipment-tracking/domain";

/**
 * Each status has a shape of its own, as the outline of an icon of 24 units: it is told without its colour, and its word stands beside it. The tracking
 * page and the console draw the same.
 */
export const statusPaths: Readonly<Record<ShipmentStatus, string>> = {
  draft: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  pickup_scheduled: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5M12 13v3h3",
  picked_up: "M3 8l9-5 9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8",
  in_transit:
    "M2 6h12v11H2zM14 10h4l4 4v3h-8zM4.5 18.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15.5 18.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  customs_hold: "M12 3l8 3v6c0 5-3 7.5-8 9-5-1.5-8-4-8-9V6zM12 8v5M12 16v.5",
  out_for_delivery:
    "M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM10 10a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  attempt_failed: "M5 21V3h11v8M3 21h10M12 12h.5M16 15l5 5M21 15l-5 5",
  exception: "M12 3l10 18H2zM12 10v5M12 17.5v.5",
  delivered: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12l3 3 5-6",
  returning: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10H8",
  returned: "M3 11l9-8 9 8M5 10v11h14V10M8.5 15l2.5 2.5 4.5-5",
  cancelled: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 9l6 6M15 9l-6 6",
};
