import { describe, expect, test } from "vitest";
import { linkHeader } from "./link-header.ts";

const path = "/api/v1/shipments";
const page = { limit: 50, offset: 0, status: null };

describe("the Link header", () => {
  test("is left out when there is neither a next nor a previous page", () => {
    expect(linkHeader(path, page, { hasNext: false, hasRows: true })).toBeNull();
  });

  test("names the next page with the limit spelled out", () => {
    expect(linkHeader(path, page, { hasNext: true, hasRows: true })).toBe(
      '</api/v1/shipments?limit=50&offset=50>; rel="next"',
    );
  });

  test("names both neighbours and keeps the status", () => {
    const middle = { limit: 10, offset: 25, status: "in_transit" };
    expect(linkHeader(path, middle, { hasNext: true, hasRows: true })).toBe(
      '</api/v1/shipments?limit=10&offset=35&status=in_transit>; rel="next", ' +
        '</api/v1/shipments?limit=10&offset=15&status=in_transit>; rel="prev"',
    );
  });

  test("the previous page never begins before the first row", () => {
    const near = { ...page, offset: 3 };
    expect(linkHeader(path, near, { hasNext: false, hasRows: true })).toBe(
      '</api/v1/shipments?limit=50&offset=0>; rel="prev"',
    );
  });

  test("an empty page has no neighbours: what precedes it may be beyond the end as well", () => {
    const beyond = { ...page, offset: 5_000 };
    expect(linkHeader(path, beyond, { hasNext: false, hasRows: false })).toBeNull();
  });
});
