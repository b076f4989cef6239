export { ShipmentScreen } from "./shipment-screen.tsx";
