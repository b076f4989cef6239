import type { Instant } from "@shipment-tracking/domain";
import { shipmentStatuses } from "@shipment-tracking/domain";
import { z } from "zod";
import { toShipmentId } from "../ids.ts";
import {
  type Direction,
  type FoundShipment,
  type KeyName,
  keyNames,
  keys,
  type ListOrder,
} from "../search/list-order.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

const names = [...keyNames, "status"] as const;

/** What `sort` takes: a name, or one behind `-` for the other direction. */
export const sorts = names.flatMap((name) => [name, `-${name}` as const]);
export type Sort = (typeof sorts)[number];

// the years that shipments are of; the database knows no year 0
const instant = z
  .custom<Instant>((text) => z.iso.datetime({ precision: 3 }).safeParse(text).success)
  .refine((text) => text >= "1970");
const id = z.string().transform((text, context) => {
  const known = toShipmentId(text);
  if (known !== null) return known;
  context.addIssue({ code: "custom", message: "must be a UUID" });
  return z.NEVER;
});
const newestPlace = z.tuple([instant, id]);
const statusPlace = z.tuple([z.enum(shipmentStatuses), instant, id]);
// oxlint-disable-next-line no-control-regex -- the one character that the database does not take
const number = z.string().regex(/^[^\u0000]*$/);

/** The order that a request asks for. Throws a `Refusal` (400) for a cursor that is not of this order. */
export function readOrder(sort: Sort | undefined, cursor: string | undefined): ListOrder {
  const list = listName(sort);
  const direction: Direction = sort?.startsWith("-") === true ? "desc" : "asc";
  const name = names.find((one) => one === sort || `-${one}` === sort);
  if (name === undefined || sort === "-created") {
    const place = decodeCursor(list, newestPlace, cursor);
    return { by: "newest", after: place === null ? null : { createdAt: place[0], id: place[1] } };
  }
  if (name === "status") {
    const place = decodeCursor(list, statusPlace, cursor);
    const after = place && { status: place[0], createdAt: place[1], id: place[2] };
    return { by: "status", direction, after };
  }
  const place = decodeCursor(list, keyPlace(name), cursor);
  return { by: "key", name, direction, after: place && { key: place[0], id: place[1] } };
}

export function writeCursor(sort: Sort | undefined, { place }: FoundShipment): string {
  return encodeCursor(listName(sort), place);
}

/** Newest first has one name, asked for or not. */
function listName(sort: Sort | undefined): string {
  return sort === undefined || sort === "-created" ? "shipments" : `shipments by ${sort}`;
}

function keyPlace(name: KeyName) {
  const key = name === "number" ? number : instant;
  return z.tuple([keys[name].nullable ? key.nullable() : key, id]);
}
