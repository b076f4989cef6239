import { useState } from "react";
import { api, type components, queryKeys } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";
import type { Shipment } from "./shipment.ts";

export type TrackingLink = components["schemas"]["TrackingLink"];

export interface Sharing {
  /** Null: not asked for yet. */
  readonly link: TrackingLink | null;
  readonly isPending: boolean;
  /** Makes the link the first time, and copies it on demand. */
  share(copies: boolean): void;
}

/** The tracking link is told on demand only: it is a credential. */
export function useTrackingLink(shipment: Shipment): Sharing {
  const [link, setLink] = useState<TrackingLink | null>(null);
  const command = useCommand({
    done: "Tracking link",
    saysErrors: true,
    changes: shipment.shared ? [] : [queryKeys.shipment(shipment.id)],
    send: (_copies: boolean, options) =>
      api.POST("/api/shipments/{id}/share", { ...options, params: { path: { id: shipment.id } } }),
    onDone: ({ data }, copies) => {
      setLink(data);
      if (copies) void copy(data.trackingUrl);
    },
  });
  return {
    link,
    isPending: command.isPending,
    share: (copies) => {
      if (!command.isPending) command.mutate(copies);
    },
  };
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    say("Tracking link copied");
  } catch {
    // without https, or when the browser asks first
    say(`Tracking link: ${url}`);
  }
}
