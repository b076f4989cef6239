const locale = "en-GB";
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const shortFormat = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const shortWithYear = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const dateFormat = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
});
const exactFormat = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});

export type TimeFormat = "relative" | "short" | "date";

/** `5 min ago`, `in 3 h`; from a week on the date. Null for what is no instant. */
export function formatTime(instant: string, format: TimeFormat, now: number): string | null {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return null;
  switch (format) {
    case "relative":
      return formatRelative(at, now);
    case "short":
      return formatShort(at, now);
    case "date":
      return dateFormat.format(at);
  }
}

function formatRelative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 45_000) return "now";
  if (distance >= 7 * day) return formatShort(at, now);
  const amount = amountOf(distance);
  return at < now ? `${amount} ago` : `in ${amount}`;
}

function amountOf(distance: number): string {
  if (distance < 59.5 * minute) return `${String(Math.max(1, Math.round(distance / minute)))} min`;
  if (distance < 23.5 * hour) return `${String(Math.round(distance / hour))} h`;
  return `${String(Math.round(distance / day))} d`;
}

function formatShort(at: number, now: number): string {
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? shortFormat : shortWithYear).format(at);
}

/** For the tip: local time with its zone, and UTC to the millisecond. */
export function exactTimes(instant: string): { readonly local: string; readonly utc: string } {
  const at = new Date(instant);
  return {
    local: exactFormat.format(at),
    utc: `${at.toISOString().replace("T", " ").replace("Z", "")} UTC`,
  };
}
