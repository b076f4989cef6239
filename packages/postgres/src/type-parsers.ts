import pg from "pg";

const { builtins } = pg.types;
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** An int8 as a number; positions and counts stay far below 2^53, anything beyond is a fault worth stopping for. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
}

/** `2026-01-02 03:04:05.678+00` (the session's zone is UTC) as `2026-01-02T03:04:05.678Z`. */
function parseTimestamptz(text: string): string {
  // by hand: measured four times as fast as through a Date, and a claim of webhooks reads hundreds
  if (usualTimestamp.test(text)) {
    const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
  }
  return new Date(text).toISOString();
}

const usualTimestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  // numeric keeps its digits as text
  [builtins.NUMERIC, (text) => text],
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMPTZ, parseTimestamptz],
  // json stays text: whoever wants the value parses it, at its own door
  [builtins.JSON, (text) => text],
]);

/** Type parsers of every connection: int8 → number, numeric and date → text, timestamptz → ISO text with ms, json → text. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: TypeId, format?: "text" | "binary") => {
    if (format === "binary") return pg.types.getTypeParser(oid, "binary");
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, "text");
    // pg's type of this hook is an overload set that no single arrow function satisfies
  }) as pg.CustomTypesConfig["getTypeParser"],
};
