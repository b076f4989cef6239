import { describe, expect, test } from "vitest";
import {
  cancel,
  change,
  create,
  minute,
  record,
  reopen,
  share,
  startReturn,
  voiding,
} from "./fixtures/commands.ts";
import { play, result } from "./fixtures/play.ts";
import { currentStatus } from "./current-status.ts";
import type { ShipmentCommand } from "./commands.ts";
import type { ShipmentState } from "./state.ts";

/** Every history begins with a truck at the dock, which moves nothing: the scan that the matrix voids. */
function history(...commands: readonly ShipmentCommand[]): ShipmentState {
  return play(create(), record("arrival", { eventAt: minute(1) }), ...commands);
}

const pickup = record("pickup", { eventAt: minute(2) });
const back = [pickup, startReturn(minute(20))] as const;

const states: Readonly<Record<string, ShipmentState>> = {
  draft: history(),
  pickup_scheduled: history(change({ pickupScheduledAt: minute(5) })),
  picked_up: history(pickup),
  in_transit: history(record("departure")),
  customs_hold: history(pickup, record("customs_hold")),
  "customs_hold, not moved": history(record("customs_hold")),
  out_for_delivery: history(record("out_for_delivery")),
  attempt_failed: history(pickup, record("attempt_failed")),
  "attempt_failed, not moved": history(record("attempt_failed")),
  exception: history(pickup, record("exception")),
  "exception, not moved": history(record("exception")),
  "exception, on the way back": history(...back, record("exception", { eventAt: minute(30) })),
  delivered: history(record("delivered")),
  returning: history(...back),
  returned: history(record("returned")),
  cancelled: history(cancel),
  "cancelled, had a problem": history(record("exception"), cancel),
};

const carrier = change({ carrierName: "Andes Freight" });
const commands: Readonly<Record<string, ShipmentCommand>> = {
  create: create(),
  change: carrier,
  hold: record("customs_hold", { eventAt: minute(50), city: "Basel" }),
  void: voiding("arrival"),
  replace: voiding("arrival", {
    ...record("exception", { eventAt: minute(60), city: "Basel" }).event,
  }),
  return: startReturn(minute(70), "second return"),
  cancel,
  reopen,
  share,
};

// the status after the command, or how it is refused; one row a status, one column a command
const matrix = `
status                     | create   change           hold         void             replace    return    cancel    reopen    share
draft                      | conflict draft            customs_hold draft            exception  conflict  cancelled conflict  draft
pickup_scheduled           | conflict pickup_scheduled customs_hold pickup_scheduled exception  conflict  cancelled conflict  pickup_scheduled
picked_up                  | conflict picked_up        customs_hold picked_up        exception  returning conflict  conflict  picked_up
in_transit                 | conflict in_transit       customs_hold in_transit       exception  returning conflict  conflict  in_transit
customs_hold               | conflict customs_hold     customs_hold customs_hold     exception  returning conflict  conflict  customs_hold
customs_hold, not moved    | conflict customs_hold     customs_hold customs_hold     exception  conflict  cancelled conflict  customs_hold
out_for_delivery           | conflict out_for_delivery customs_hold out_for_delivery exception  returning conflict  conflict  out_for_delivery
attempt_failed             | conflict attempt_failed   customs_hold attempt_failed   exception  returning conflict  conflict  attempt_failed
attempt_failed, not moved  | conflict attempt_failed   customs_hold attempt_failed   exception  conflict  cancelled conflict  attempt_failed
exception                  | conflict exception        customs_hold exception        exception  returning conflict  conflict  exception
exception, not moved       | conflict exception        customs_hold exception        exception  conflict  cancelled conflict  exception
exception, on the way back | conflict exception        customs_hold exception        exception  conflict  conflict  conflict  exception
delivered                  | conflict delivered        delivered    delivered        delivered  returning conflict  conflict  delivered
returning                  | conflict returning        customs_hold returning        exception  conflict  conflict  conflict  returning
returned                   | conflict conflict         returned     returned         returned   conflict  conflict  conflict  returned
cancelled                  | conflict conflict         conflict     cancelled        conflict   conflict  conflict  draft     cancelled
cancelled, had a problem   | conflict conflict         conflict     cancelled        conflict   conflict  conflict  exception cancelled
`;

describe("every command in every status", () => {
  const cells = parseMatrix(matrix);

  test("the matrix has a row for each state and a column for each command", () => {
    expect(new Set(cells.map((cell) => cell.name))).toEqual(new Set(Object.keys(states)));
    expect(new Set(cells.map((cell) => cell.command))).toEqual(new Set(Object.keys(commands)));
    expect(cells).toHaveLength(Object.keys(states).length * Object.keys(commands).length);
  });

  test.each(Object.entries(states))("the history of %s leads there", (name, state) => {
    expect(currentStatus(state)).toBe(name.split(",")[0]);
  });

  test.each(cells)("$name, $command: $expected", ({ name, command, expected }) => {
    const state = states[name];
    const given = commands[command];
    if (state === undefined || given === undefined) throw new Error("not in the lists above");
    expect(result(given, state)).toBe(expected);
  });
});

function parseMatrix(text: string) {
  const [head = "", ...rows] = text.trim().split("\n");
  const names = head.split("|")[1]?.trim().split(/\s+/u) ?? [];
  return rows.flatMap((row) => {
    const [name = "", results = ""] = row.split("|");
    return results
      .trim()
      .split(/\s+/u)
      .map((expected, column) => ({ name: name.trim(), command: names[column] ?? "", expected }));
  });
}
