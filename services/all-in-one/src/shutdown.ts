export { createShutdown, type Shutdown } from "@shipment-tracking/runtime";
