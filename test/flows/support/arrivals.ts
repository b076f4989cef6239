import type { Demo } from "./instance.ts";

/** What the demonstration's own subscriber got of a shipment. */
export async function arrivalsOf(demo: Demo, shipmentId: string): Promise<readonly object[]> {
  const answer = await fetch(`${new URL(demo.baseUrl).origin}/dev/webhooks`, {
    headers: { accept: "application/json" },
  });
  // as: services/web/src/dev-webhooks
  const { items } = (await answer.json()) as {
    readonly items: readonly { readonly body: string; readonly verified: boolean }[];
  };
  return items.flatMap(({ body, verified }) => {
    const { data } = JSON.parse(body);
    const { status, sequence } = data;
    return data.shipmentId === shipmentId ? [{ status, sequence, verified }] : [];
  });
}
