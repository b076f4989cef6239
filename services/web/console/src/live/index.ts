export { Corner } from "./corner.tsx";
export { live } from "./live.ts";
export { LiveBanner, LiveLamp } from "./live-state.tsx";
export { say } from "./toasts.ts";
export { useCommand } from "./use-command.ts";
export { useShipmentChanges } from "./use-shipment-changes.ts";
