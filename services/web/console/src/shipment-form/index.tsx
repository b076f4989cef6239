export { EditShipmentScreen } from "./edit-shipment-screen.tsx";
export { NewShipmentScreen } from "./new-shipment-screen.tsx";
