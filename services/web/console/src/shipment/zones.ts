export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant as a `datetime-local` field writes it, on the clocks of a zone; in UTC when the browser does not know the zone. */
export function zonedLocal(instant: string, zone: string): string {
  const parts = new Map(
    formatFor(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const options = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  }
}
