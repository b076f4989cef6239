import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { keyboard } from "./keyboard.ts";
import type { Shortcut } from "./registry.ts";
import { setSingleKeys, singleKeysAreOn, subscribeToSingleKeys } from "./single-keys.ts";

/** While the component is there its shortcuts work, and stand in the `?` sheet under `scope`. An empty list: none. */
export function useShortcuts(scope: string, shortcuts: readonly Shortcut[]): void {
  const list = useEffectEvent(() => shortcuts);
  // what a key does may change with each drawing, which keys there are hardly ever
  const signature = shortcuts
    .map(({ keys, does, inDialogs }) => `${keys}\t${does}\t${String(inDialogs)}`)
    .join("\n");
  useEffect(() => {
    if (signature === "") return undefined;
    const stable = list().map((shortcut, index) => ({
      ...shortcut,
      run: () => list()[index]?.run(),
    }));
    return keyboard.register({ name: scope, shortcuts: stable });
  }, [scope, signature]);
}

/** Whether single keys work on this device, and how to switch them. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(subscribeToSingleKeys, singleKeysAreOn), setSingleKeys];
}
