/** What a key, or two after another, does. */
export interface Shortcut {
  /** As in `j`, `?`, `Escape`, `g s` (one after the other) or `Mod+k` (Ctrl, or Command on a Mac). */
  readonly keys: string;
  /** For the sheet, beginning with a capital. */
  readonly does: string;
  run(): void;
  /** Works while a dialog is open. */
  readonly inDialogs?: boolean;
}

export interface Scope {
  /** Headline in the sheet. */
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

/** What the registry needs of a keyboard event. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
}

/** Where it was pressed. */
export interface Place {
  /** Somewhere text is typed. */
  readonly typing: boolean;
  /** On a button or link, which has its own Enter and Space. */
  readonly onControl: boolean;
  readonly inDialog: boolean;
}

export interface Registry {
  /** The newest scope wins where two have the same keys. Returns how to take it out again. */
  register(scope: Scope): () => void;
  /** True when something was run, or may be after the next key. */
  press(pressed: Pressed, place: Place): boolean;
  /** Scopes by age, newest last. */
  scopes(): readonly Scope[];
  /** What may follow on the key that was pressed; null when none was. */
  pending(): Pending | null;
  cancel(): void;
  /** Called when scopes or the pending key change. */
  subscribe(listener: () => void): () => void;
}

interface Pending {
  readonly first: string;
  readonly follow: readonly Shortcut[];
}

const controlKeys = new Set(["Enter", " "]);

export function createRegistry({ singleKeys }: { singleKeys(): boolean }): Registry {
  let scopes: readonly Scope[] = [];
  let pending: Pending | null = null;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const setPending = (next: Pending | null): void => {
    if (pending === null && next === null) return;
    pending = next;
    tell();
  };
  /** The newest scope's first. */
  const allowed = (place: Place): readonly Shortcut[] =>
    scopes
      .toReversed()
      .flatMap((scope) => scope.shortcuts)
      .filter((shortcut) => !place.inDialog || shortcut.inDialogs === true)
      .filter(({ keys }) => keys.startsWith("Mod+") || (singleKeys() && !place.typing));
  const run = (shortcut: Shortcut): true => {
    setPending(null);
    shortcut.run();
    return true;
  };
  const pressFirst = (name: string, shortcuts: readonly Shortcut[]): boolean => {
    const exact = shortcuts.find(({ keys }) => keys === name);
    if (exact !== undefined) return run(exact);
    const follow = shortcuts.filter(({ keys }) => keys.startsWith(`${name} `));
    setPending(follow.length === 0 ? null : { first: name, follow: firstOfEach(follow) });
    return follow.length > 0;
  };
  return {
    register(scope) {
      scopes = [...scopes, scope];
      tell();
      return () => {
        scopes = scopes.filter((one) => one !== scope);
        pending = null;
        tell();
      };
    },
    press(pressed, place) {
      const name = nameOf(pressed);
      if (name === null || (place.onControl && controlKeys.has(name))) return false;
      if (pending === null) return pressFirst(name, allowed(place));
      const { first, follow } = pending;
      const second = follow.find(({ keys }) => keys === `${first} ${name}`);
      if (second !== undefined) return run(second);
      setPending(null);
      // a key that does not follow counts by itself, Escape only ends the waiting
      return name === "Escape" || pressFirst(name, allowed(place));
    },
    scopes: () => scopes,
    pending: () => pending,
    cancel: () => setPending(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** `k`, `?`, `Mod+k`; null for what is no shortcut: modifiers alone, keys with Alt, composing. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: Pressed): string | null {
  if (isComposing || altKey || key === "Shift" || key === "Control" || key === "Meta") return null;
  // Caps Lock is no Shift
  const plain = key.length === 1 && !shiftKey ? key.toLowerCase() : key;
  if (!ctrlKey && !metaKey) return plain;
  return shiftKey || (ctrlKey && metaKey) ? null : `Mod+${plain}`;
}

function firstOfEach(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  return shortcuts.filter(
    ({ keys }, index) => shortcuts.findIndex((other) => other.keys === keys) === index,
  );
}
