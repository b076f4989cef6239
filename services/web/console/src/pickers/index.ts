export { CustomerPicker } from "./customer-picker.tsx";
export { ShipmentPicker } from "./shipment-picker.tsx";
