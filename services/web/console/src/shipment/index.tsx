import { Placeholder } from "../ui/index.ts";

export function ShipmentScreen() {
  return <Placeholder title="Shipment" />;
}
