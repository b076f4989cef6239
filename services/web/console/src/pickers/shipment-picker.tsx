import { api, queryKeys, read } from "../api/index.ts";
import { type PickerProps, RemotePicker } from "./remote-picker.tsx";

/** A shipment, found by its number or other words of it; of one customer only if that is given. */
export function ShipmentPicker({
  customerId,
  ...props
}: PickerProps & { readonly customerId?: string | null }) {
  return (
    <RemotePicker
      {...props}
      queryKey={[...queryKeys.shipments, "of", customerId ?? null]}
      find={async (typed, signal) => {
        const query = {
          limit: 20,
          ...(typed === "" ? {} : { q: typed }),
          ...(customerId === null || customerId === undefined ? {} : { customerId }),
        };
        const { items } = await read(api.GET("/api/shipments", { params: { query }, signal }));
        return items.map((shipment) => ({
          value: shipment.id,
          label: `${shipment.shipmentNumber} · ${shipment.originCity ?? "–"} → ${shipment.destCity ?? "–"}`,
        }));
      }}
    />
  );
}
