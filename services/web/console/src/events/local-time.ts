/** Now, as a `datetime-local` field writes it: `2026-03-02T08:12`, in the browser's zone. */
export function localNow(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant that such a field means in the browser's zone; null when it is empty or no time. */
export function instantOf(local: string): string | null {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
