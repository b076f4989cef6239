/** A shipment's current status changed. */
export const statusChangedType = "shipment.status_changed";

/** Somebody wants to see whether messages arrive. */
export const testEventType = "webhook.test";
