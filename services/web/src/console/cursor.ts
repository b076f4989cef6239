import { z } from "zod";
import { Refusal } from "../http/refusal.ts";

/** A place in a list that a client hands back as it got it: the list's name and the sort key of the last row of a page. */
export function encodeCursor(list: string, key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify([list, ...key]), "utf8").toString("base64url");
}

/** Reads what `encodeCursor` made for the same list; null without a cursor. Throws a `Refusal` (400) for anything else. */
export function decodeCursor<Key extends z.core.util.TupleItems>(
  list: string,
  key: z.ZodTuple<Key, null>,
  cursor: string | undefined,
): z.output<z.ZodTuple<Key, null>> | null {
  if (cursor === undefined || cursor === "") return null;
  const given = z.array(z.unknown()).min(1).safeParse(parsed(cursor));
  const parts = given.success && given.data[0] === list ? given.data.slice(1) : null;
  const read = key.safeParse(parts);
  if (!read.success) throw new Refusal(400, "cursor: is not a cursor of this list.");
  return read.data;
}

const longestCursor = 512;

function parsed(cursor: string): unknown {
  if (cursor.length > longestCursor || !/^[A-Za-z0-9_-]+$/.test(cursor)) return null;
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
