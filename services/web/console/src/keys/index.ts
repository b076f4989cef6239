export { KeySheet } from "./key-sheet.tsx";
export { keyboard, listenToKeys } from "./keyboard.ts";
export { Keys } from "./keys-of.tsx";
export { PendingKeys } from "./pending-keys.tsx";
export type { Shortcut } from "./registry.ts";
export { useShortcuts, useSingleKeys } from "./use-shortcuts.ts";
