/** Equality of plain data (what JSON can say); the order of keys does not count, the order of items does. */
export function sameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isStructure(one) || !isStructure(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  if (entries.length !== others.size) return false;
  return entries.every(([key, value]) => others.has(key) && sameData(value, others.get(key)));
}

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
