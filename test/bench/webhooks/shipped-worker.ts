// What the throughput is measured with, as one file: made like the service's own, so that the worker runs what is shipped.
export { createPool } from "@shipment-tracking/postgres";
export { createSender, startDispatcher } from "@shipment-tracking/webhooks-service";
