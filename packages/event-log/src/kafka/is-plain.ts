/**
 * True for what JSON carries unchanged, given that it came out of `JSON.parse`: no number beyond its range (`1e400` was read as
 * infinity and would be written as `null`), no minus zero. By an own stack: a payload may be nested deeper than calls can be.
 */
export function isPlain(data: unknown): boolean {
  const rest: unknown[] = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === "number") {
      if (!Number.isFinite(value) || Object.is(value, -0)) return false;
    } else if (typeof value === "object" && value !== null) {
      for (const inner of Object.values(value)) rest.push(inner);
    }
  }
  return true;
}
