import { Placeholder } from "../ui/index.ts";

export function NewShipmentScreen() {
  return <Placeholder title="New shipment" />;
}

export function EditShipmentScreen() {
  return <Placeholder title="Edit shipment" />;
}
