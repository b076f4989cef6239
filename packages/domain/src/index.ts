export type * from "./ids.ts";
export type * from "./shipment/commands.ts";
export type * from "./shipment/decision.ts";
export type * from "./shipment/events.ts";
export type * from "./shipment/state.ts";
export * from "./shipment/status.ts";
