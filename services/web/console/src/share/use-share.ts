import { api } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";

/** Makes the shipment's tracking link, the first time, and copies it. */
export function useShare(): (shipmentId: string) => void {
  const share = useCommand({
    done: "Tracking link",
    saysErrors: true,
    send: (id: string, options) =>
      api.POST("/api/shipments/{id}/share", { ...options, params: { path: { id } } }),
    onDone: ({ data }) => void copy(data.trackingUrl),
  });
  return (shipmentId) => share.mutate(shipmentId);
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
