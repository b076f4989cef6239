import { describe, expect, test } from "vitest";
import { afterAcknowledgement, type RelayPosition, whereToGoOn } from "./relay-position.ts";

const position: RelayPosition = {
  part: 7,
  pos: 100,
  epoch: 3,
  topic: "events",
  logId: "a",
  topicOffset: 119,
};

const here = { topic: "events", logId: "a" };

describe("publishing goes on", () => {
  test("where it was when the brokers have all that they acknowledged, and more", () => {
    expect(whereToGoOn(position, { ...here, end: 120 })).toBe(position);
    expect(whereToGoOn(position, { ...here, end: 500 })).toBe(position);
  });

  test("before the lost records, one position for each lost offset at the most", () => {
    const back = whereToGoOn(position, { ...here, end: 90 });
    expect(back).toEqual({ ...position, pos: 70, topicOffset: 89 });
  });

  test("at the start when the partition is empty, or has lost more than there are positions", () => {
    expect(whereToGoOn(position, { ...here, end: 0 })).toMatchObject({ pos: 0, topicOffset: null });
    expect(whereToGoOn(position, { ...here, end: 5 })).toMatchObject({ pos: 0, topicOffset: 4 });
  });

  test("at the start of another topic, and of another log in the same topic", () => {
    const anew = { ...position, pos: 0, topicOffset: null };
    const elsewhere = { topic: "other", logId: "a", end: 900 };
    expect(whereToGoOn(position, elsewhere)).toEqual({ ...anew, topic: "other" });
    const restored = { topic: "events", logId: "b", end: 900 };
    expect(whereToGoOn(position, restored)).toEqual({ ...anew, logId: "b" });
  });

  test("at the start of a part of which nothing was published, wherever its partition ends", () => {
    const fresh = { ...position, pos: 0, topicOffset: null };
    for (const end of [0, 10]) expect(whereToGoOn(fresh, { ...here, end })).toBe(fresh);
  });
});

describe("an acknowledged batch", () => {
  test("moves the position to its last record and last offset, under the lease's epoch", () => {
    const after = afterAcknowledgement(position, {
      pos: 110,
      epoch: 4,
      records: 10,
      first: 120,
      last: 129,
    });
    expect(after).toEqual({ ...position, pos: 110, epoch: 4, topicOffset: 129 });
  });

  test("at offsets that were given before tells of a loss, and the position goes back", () => {
    const after = afterAcknowledgement(position, {
      pos: 110,
      epoch: 4,
      records: 10,
      first: 100,
      last: 109,
    });
    expect(after).toEqual({ ...position, pos: 80, epoch: 4, topicOffset: 109 });
  });

  test("with fewer offsets than records lost its own beginning, whose records come again", () => {
    const batch = { pos: 110, epoch: 4, records: 10 };
    // the partition was emptied between two requests of 6 and 4 records
    const emptied = afterAcknowledgement(position, { ...batch, first: 120, last: 3 });
    expect(emptied).toMatchObject({ pos: 0, topicOffset: 3 });
    // the last 2 of the first 6 are lost
    const cut = afterAcknowledgement(position, { ...batch, first: 120, last: 127 });
    expect(cut).toMatchObject({ pos: 98, topicOffset: 127 });
  });

  test("may have got more offsets than records: a request was repeated", () => {
    const after = afterAcknowledgement(position, {
      pos: 110,
      epoch: 4,
      records: 10,
      first: 120,
      last: 139,
    });
    expect(after).toMatchObject({ pos: 110, topicOffset: 139 });
  });
});
