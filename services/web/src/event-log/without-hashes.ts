/** Of a key and of a tracking token: neither opens anything, and neither is anybody's business. */
const hidden: ReadonlySet<string> = new Set(["keyHash", "tokenHash"]);

/** What an event says, for people: JSON text of an object without the hashes of secrets. Null for what is no object. */
export function withoutHashes(text: string): Readonly<Record<string, unknown>> | null {
  const data = parsed(text);
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.has(name)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
