import { z } from "zod";

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day that exists, `YYYY-MM-DD` of the years 1970-9999: no time, no zone, so nothing can shift it. */
export const calendarDateField = z.string().transform((given, context) => {
  const text = given.trim();
  const fault = dateFault(text);
  if (fault === null) return text;
  context.addIssue({ code: "custom", message: fault });
  return z.NEVER;
});

function dateFault(text: string): string | null {
  const match = shape.exec(text);
  if (match === null) return "must be a date such as 2026-03-29";
  if (text < "1970") return "must lie in the years 1970 to 9999";
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists ? null : "is a day that does not exist";
}
