/** The selection after a click or key on a row. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** With Shift: all rows from the last one to this one. */
export function extended(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  range: { readonly from: string | null; readonly to: string },
): ReadonlySet<string> {
  const to = keys.indexOf(range.to);
  const from = range.from === null ? to : keys.indexOf(range.from);
  if (to === -1 || from === -1) return toggled(selected, range.to);
  return new Set([...selected, ...keys.slice(Math.min(from, to), Math.max(from, to) + 1)]);
}

export function allOrNone(
  selected: ReadonlySet<string>,
  keys: readonly string[],
): ReadonlySet<string> {
  return keys.every((key) => selected.has(key)) ? new Set() : new Set([...selected, ...keys]);
}
