const storageKey = "console.single-keys";
const listeners = new Set<() => void>();

/** Shortcuts of one key without Ctrl can be switched off on this device: they get in the way of speech input and of some assistive software. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? "on" : "off");
  } catch {
    // a browser that keeps nothing: they stay as they are
  }
  for (const listener of listeners) listener();
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
