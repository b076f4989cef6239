export { Corner } from "./corner.tsx";
export { live } from "./live.ts";
export { LiveBanner, LiveLamp, useLiveState } from "./live-state.tsx";
export type { ShipmentChange } from "./messages.ts";
export { say } from "./toasts.ts";
export { type CommandOptions, useCommand } from "./use-command.ts";
export { useShipmentChanges } from "./use-shipment-changes.ts";
