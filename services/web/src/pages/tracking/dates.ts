import { type Language, locales } from "./languages.ts";

/** One language's ways to write an instant, in UTC. The page's script writes the same in the viewer's zone. */
export interface DateWriter {
  /** `Mon, 4 May 2026, 08:30 UTC` */
  moment(instant: string): string;
  /** `Monday 4 May 2026` */
  day(instant: string): string;
  /** `08:30` */
  clock(instant: string): string;
}

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const date = { day: "numeric", month: "long", year: "numeric" } as const;

/** Options of `Intl.DateTimeFormat`, but for the zone. */
export const dateOptions = {
  moment: { weekday: "short", ...date, month: "short", ...clock, timeZoneName: "short" },
  day: { weekday: "long", ...date },
  clock,
} as const satisfies Record<keyof DateWriter, Intl.DateTimeFormatOptions>;

const writers = new Map<Language, DateWriter>();

export function dateWriter(language: Language): DateWriter {
  const known = writers.get(language);
  if (known) return known;
  const writer = {
    moment: writes(language, dateOptions.moment),
    day: writes(language, dateOptions.day),
    clock: writes(language, dateOptions.clock),
  };
  writers.set(language, writer);
  return writer;
}

function writes(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (instant: string) => string {
  const format = new Intl.DateTimeFormat(locales[language], { ...options, timeZone: "UTC" });
  return (instant) => format.format(new Date(instant));
}
