import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTimeZone, parseInstant } from "./times.ts";

function instantOf(text: string, timeZone?: string): string {
  const parsed = parseInstant(text, timeZone);
  return parsed.ok ? parsed.instant : `refused: ${parsed.reason}`;
}

describe("a time with an offset", () => {
  test.each([
    ["2024-01-19T10:15:00+01:00", "2024-01-19T09:15:00.000Z"],
    ["2024-01-19T10:15:00Z", "2024-01-19T10:15:00.000Z"],
    ["2024-01-19t10:15:00z", "2024-01-19T10:15:00.000Z"],
    ["2024-01-19 10:15:00-05:30", "2024-01-19T15:45:00.000Z"],
    ["2024-01-19T10:15:00-00:00", "2024-01-19T10:15:00.000Z"],
    ["2024-01-19T10:15Z", "2024-01-19T10:15:00.000Z"],
    ["2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00.000Z"],
    ["1969-12-31T23:30:00-01:00", "1970-01-01T00:30:00.000Z"],
    ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s", (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  test("the offset settles the instant, whatever the zone says", () => {
    expect(instantOf("2024-07-01T10:00:00Z", "Asia/Tokyo")).toBe("2024-07-01T10:00:00.000Z");
  });

  test("0 to 9 fractional digits are cut, not rounded, to milliseconds", () => {
    const digits = "987654321";
    for (let count = 1; count <= 9; count += 1) {
      const cut = digits.slice(0, count).slice(0, 3).padEnd(3, "0");
      expect(instantOf(`2024-01-01T00:00:59.${digits.slice(0, count)}Z`)).toBe(
        `2024-01-01T00:00:59.${cut}Z`,
      );
    }
    expect(instantOf("2024-01-01T00:00:59.9999Z")).toBe("2024-01-01T00:00:59.999Z");
  });

  test("every instant of 1970-9999 survives being written with any offset", () => {
    const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    const instants = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) - 86_400_000 });
    fc.assert(
      fc.property(instants, offsets, (ms, minutes) => {
        const local = new Date(ms + minutes * 60_000);
        // only a four-digit local year can be written
        fc.pre(local.getUTCFullYear() <= 9999);
        const wallClock = local.toISOString().slice(0, -1);
        expect(instantOf(`${wallClock}${offsetText(minutes)}`)).toBe(new Date(ms).toISOString());
      }),
    );
  });
});

describe("a local time with a zone", () => {
  test.each([
    ["2026-01-15T12:00:00", "Europe/Zurich", "2026-01-15T11:00:00.000Z"],
    ["2026-07-15 12:00:00.5", "Europe/Zurich", "2026-07-15T10:00:00.500Z"],
    ["2026-07-15T12:00", "America/St_Johns", "2026-07-15T14:30:00.000Z"],
    ["2026-07-15T12:00:00", "UTC", "2026-07-15T12:00:00.000Z"],
    ["2026-07-15T12:00:00", "Etc/GMT+5", "2026-07-15T17:00:00.000Z"],
  ])("%s in %s is %s", (text, zone, instant) => {
    expect(instantOf(text, zone)).toBe(instant);
  });

  test.each([
    ["2026-03-29T02:00:00", "Europe/Zurich", "2026-03-29T03:00:00"],
    ["2026-03-29T02:59:59.999", "Europe/Zurich", "2026-03-29T03:00:00"],
    ["2026-10-04T02:15:00", "Australia/Lord_Howe", "2026-10-04T02:30:00"],
    ["2011-12-30T10:00:00", "Pacific/Apia", "2011-12-31T00:00:00"],
  ])("%s, which clocks in %s skip, is refused naming %s", (text, zone, next) => {
    expect(instantOf(text, zone)).toBe(
      `refused: does not exist in ${zone}: the clocks skip it, the next valid time is ${next}`,
    );
  });

  test("the named next valid time is valid, and the second before the gap too", () => {
    expect(instantOf("2026-03-29T03:00:00", "Europe/Zurich")).toBe("2026-03-29T01:00:00.000Z");
    expect(instantOf("2026-03-29T01:59:59", "Europe/Zurich")).toBe("2026-03-29T00:59:59.000Z");
  });

  test("a time that happens twice means the earlier", () => {
    expect(instantOf("2026-10-25T02:30:00", "Europe/Zurich")).toBe("2026-10-25T00:30:00.000Z");
    expect(instantOf("2026-11-01T01:30:00", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  });

  test("agrees with the platform's own reading of the zone for any instant", () => {
    const zones = fc.constantFrom("Europe/Zurich", "America/New_York", "Asia/Kolkata", "UTC");
    // the platform and the polyfill may know different far-future rules; the past and near future are data
    const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(instants, zones, (ms, zone) => {
        const whole = ms - (ms % 1000);
        const wallClock = new Intl.DateTimeFormat("sv-SE", {
          timeZone: zone,
          dateStyle: "short",
          timeStyle: "medium",
        }).format(whole);
        const parsed = parseInstant(wallClock, zone);
        // the second reading of an ambiguous hour comes back as the first, up to an hour earlier
        const hours = parsed.ok ? (whole - Date.parse(parsed.instant)) / 3_600_000 : NaN;
        expect([0, 1]).toContain(hours);
      }),
    );
  });
});

describe("refused", () => {
  test.each([
    ["2026-02-30T10:00:00Z", "has a day that this month does not have"],
    ["2025-02-29T10:00:00Z", "has a day that this month does not have"],
    ["2026-04-31T10:00:00Z", "has a day that this month does not have"],
    ["2026-01-00T10:00:00Z", "has a day that this month does not have"],
    ["2026-13-01T10:00:00Z", "has a month that does not exist"],
    ["2026-00-01T10:00:00Z", "has a month that does not exist"],
    ["2026-01-01T24:00:00Z", "has an hour above 23: midnight is 00:00 of the next day"],
    ["2026-01-01T10:60:00Z", "has a minute above 59"],
    ["2016-12-31T23:59:60Z", "has a second above 59: leap seconds cannot be kept"],
    ["2026-01-01T10:00:00+24:00", "has an offset that does not exist"],
    ["2026-01-01T10:00:00+01:60", "has an offset that does not exist"],
    ["1969-12-31T23:59:59.999Z", "must lie in the years 1970 to 9999 (UTC)"],
    ["1970-01-01T00:30:00+01:00", "must lie in the years 1970 to 9999 (UTC)"],
    ["9999-12-31T23:30:00-01:00", "must lie in the years 1970 to 9999 (UTC)"],
    ["0099-01-01T00:00:00Z", "must lie in the years 1970 to 9999 (UTC)"],
  ])("%s %s", (text, reason) => {
    expect(instantOf(text)).toBe(`refused: ${reason}`);
  });

  test.each([
    "",
    "yesterday",
    "1711706400",
    "2026-01-01",
    "2026-1-1T10:00:00Z",
    "2026-01-01T10:00:00.Z",
    "2026-01-01T10:00:00.1234567890Z",
    "2026-01-01T10:00:00,5Z",
    "2026-01-01T10:00.5Z",
    "2026-01-01T10:00:00+0100",
    "2026-01-01T10:00:00+01",
    "2026-01-01T10:00:00Z[Europe/Zurich]",
    " 2026-01-01T10:00:00Z",
    "2026-01-01T10:00:00Z\n",
    "2026-01-01  10:00:00Z",
    "-2026-01-01T10:00:00Z",
    "+002026-01-01T10:00:00Z",
    "٢٠٢٦-01-01T10:00:00Z",
  ])("%j is not a time", (text) => {
    expect(instantOf(text)).toMatch(/^refused: must be a time such as /);
  });

  test("a local time without a zone is told what is missing", () => {
    expect(instantOf("2026-01-01T10:00:00")).toMatch(/^refused: has no offset: end it with Z/);
  });

  test.each(["Europe/Nowhere", "+01:00", "", "Europe/Zurich ", "2026-01-01[Europe/Zurich]"])(
    "the unknown zone %j, with and without an offset in the time",
    (zone) => {
      const reason = /^refused: is given with an unknown time zone/;
      expect(instantOf("2026-01-01T10:00:00", zone)).toMatch(reason);
      expect(instantOf("2026-01-01T10:00:00Z", zone)).toMatch(reason);
    },
  );

  test("no text whatsoever throws", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, fc.option(text), (time, zone) => {
        expect(typeof parseInstant(time, zone).ok).toBe("boolean");
      }),
    );
  });
});

test("zones are IANA names of this installation, not offsets", () => {
  expect(["Europe/Zurich", "UTC", "America/Argentina/Ushuaia"].map(isTimeZone)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["Zurich", "+02:00", "UTC+2", "", "x".repeat(500)].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hours}:${String(size % 60).padStart(2, "0")}`;
}
