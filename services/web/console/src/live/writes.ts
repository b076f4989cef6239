/** A command on its way from here to where others read. */
export interface Write {
  readonly id: number;
  /** What it does, as the past of a verb: `Pickup recorded`. */
  readonly done: string;
  readonly state:
    | { readonly kind: "saving" }
    /** It is in the log; `position` null: nothing changed. */
    | { readonly kind: "saved"; readonly position: string | null; readonly at: number }
    /** The read API shows it. */
    | { readonly kind: "visible"; readonly afterMs: number };
}

export interface WriteTracker {
  /** A command is being sent. */
  begin(done: string): number;
  /** It was answered. */
  saved(id: number, position: string | null): void;
  /** Refused or failed: it is shown elsewhere. */
  drop(id: number): void;
  /** The stream told of a change by anybody that the read side has to show, too. */
  expect(position: string): void;
  /** The stream says that the read side shows these positions. */
  applied(positions: readonly string[]): void;
  /** Nothing is known any more of what was expected: the stream was cut. */
  forgetExpected(): void;
  writes(): readonly Write[];
  /** Since when the oldest change is waiting to be shown; null: none is. */
  waitingSince(): number | null;
  subscribe(listener: () => void): () => void;
}

interface Position {
  readonly part: number;
  readonly pos: number;
}

/** Remembers what was written and what the read side shows; `now` in milliseconds. */
export function createWriteTracker(now: () => number): WriteTracker {
  let writes: readonly Write[] = [];
  let lastId = 0;
  /** Newest position that is shown, by part. */
  const shown = new Map<number, { readonly pos: number; readonly at: number }>();
  const expected = new Map<string, number>();
  const listeners = new Set<() => void>();

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const change = (id: number, state: Write["state"]): void => {
    writes = writes.map((write) => (write.id === id ? { ...write, state } : write));
    tell();
  };
  const shownAt = (text: string): number | null => {
    const position = parsePosition(text);
    const newest = position === null ? undefined : shown.get(position.part);
    return position !== null && newest !== undefined && newest.pos >= position.pos
      ? newest.at
      : null;
  };
  const settle = (): void => {
    for (const text of expected.keys()) if (shownAt(text) !== null) expected.delete(text);
    writes = writes.map((write) => {
      if (write.state.kind !== "saved" || write.state.position === null) return write;
      const at = shownAt(write.state.position);
      if (at === null) return write;
      const afterMs = Math.max(0, Math.round(at - write.state.at));
      return { ...write, state: { kind: "visible", afterMs } };
    });
  };
  return {
    begin(done) {
      lastId += 1;
      writes = [...writes, { id: lastId, done, state: { kind: "saving" } }];
      tell();
      return lastId;
    },
    saved(id, position) {
      change(id, { kind: "saved", position, at: now() });
      settle();
      tell();
    },
    drop(id) {
      writes = writes.filter((write) => write.id !== id);
      tell();
    },
    expect(position) {
      if (!expected.has(position) && shownAt(position) === null) expected.set(position, now());
    },
    applied(positions) {
      for (const text of positions) {
        const position = parsePosition(text);
        if (position === null) continue;
        const former = shown.get(position.part)?.pos ?? 0;
        if (position.pos >= former) shown.set(position.part, { pos: position.pos, at: now() });
      }
      settle();
      tell();
    },
    forgetExpected() {
      expected.clear();
      tell();
    },
    writes: () => writes,
    waitingSince() {
      const own = writes.flatMap(({ state }) =>
        state.kind === "saved" && state.position !== null ? [state.at] : [],
      );
      const all = [...own, ...expected.values()];
      return all.length === 0 ? null : Math.min(...all);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** `12.345` → part 12, position 345. */
function parsePosition(text: string): Position | null {
  const [, part, pos] = /^(\d{1,2})\.(\d{1,15})$/.exec(text) ?? [];
  return part === undefined || pos === undefined ? null : { part: Number(part), pos: Number(pos) };
}
