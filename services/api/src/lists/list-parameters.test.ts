import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listParameters, queryOf } from "./list-parameters.ts";

const parse = (query: string) => listParameters(queryOf(`/api/v1/shipments?${query}`));

describe("list parameters", () => {
  test.each([
    ["", 50],
    ["limit=abc", 50],
    ["limit=50abc", 50],
    ["limit=0", 50],
    ["limit=-3", 50],
    ["limit=Infinity", 50],
    ["limit=5.5", 5],
    ["limit=1e3", 200],
    ["limit=%207%20", 7],
    ["limit=201", 200],
    ["limit=5&limit=7", 5],
    ["limit=&limit=7", 50],
    ["limit[]=5", 50],
    ["?limit=5", 50],
  ])("%j gives the limit %i", (query, limit) => {
    expect(parse(query).limit).toBe(limit);
  });

  test.each([
    ["", 0],
    ["offset=abc", 0],
    ["offset=-5", 0],
    ["offset=2.9", 2],
    ["offset=Infinity", 0],
    ["offset=1e300", Number.MAX_SAFE_INTEGER],
    ["offset=9007199254740992", Number.MAX_SAFE_INTEGER],
    ["offset=3&offset=9", 3],
  ])("%j gives the offset %i", (query, offset) => {
    expect(parse(query).offset).toBe(offset);
  });

  test.each([
    ["", null],
    ["status=", null],
    ["status=&status=draft", null],
    ["status=in_transit", "in_transit"],
    ["status=in_transit&status=draft", "in_transit"],
    ["status=IN_TRANSIT", "IN_TRANSIT"],
    ["status=%00", "\0"],
    ["status=draft#status=x", "draft"],
  ])("%j gives the status %j", (query, status) => {
    expect(parse(query).status).toBe(status);
  });

  test("whatever is sent, the page is within its bounds and nothing throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string(),
        fc.string(),
        (target, limit, offset) => {
          const query = `${target}&limit=${limit}&offset=${offset}`;
          for (const page of [parse(query), listParameters(queryOf(target))]) {
            expect(Number.isInteger(page.limit) && page.limit >= 1 && page.limit <= 200).toBe(true);
            expect(Number.isSafeInteger(page.offset) && page.offset >= 0).toBe(true);
          }
        },
      ),
    );
  });
});
