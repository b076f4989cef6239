import { describe, expect, test } from "vitest";
import { RowBytesParser } from "./row-bytes-parser.ts";

const long = "Łódź €".repeat(300);
const stream = Buffer.concat([
  message("1"),
  row(["a", null, "", long]),
  row([long, "é"]),
  row([]),
  message("C", Buffer.from("SELECT 3\0")),
  message("Z", Buffer.from("I")),
]);

describe("messages that arrive in pieces", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 64, 1_000, 2_049, stream.length - 1, stream.length])(
    "of %i bytes are the same, also when their place is used again",
    (size) => {
      const parser = new RowBytesParser();
      const messages: object[] = [];
      const place = Buffer.alloc(size);
      for (let at = 0; at < stream.length; at += size) {
        const end = Math.min(at + size, stream.length);
        stream.copy(place, 0, at, end);
        parser.parse(place.subarray(0, end - at), (one) => messages.push(one));
        place.fill(0);
      }
      expect(messages.map(decoded)).toEqual([
        { name: "parseComplete" },
        { name: "dataRow", fields: ["a", null, "", long] },
        { name: "dataRow", fields: [long, "é"] },
        { name: "dataRow", fields: [] },
        { name: "commandComplete", text: "SELECT 3" },
        { name: "readyForQuery", status: "I" },
      ]);
    },
  );
});

interface Decodable {
  readonly name: string;
  readonly fields?: readonly (string | Buffer | null)[];
  readonly text?: string;
  readonly status?: string;
}

function decoded(one: object) {
  // as: what the messages above have
  const { name, fields, text, status } = one as Decodable;
  return {
    name,
    ...(fields !== undefined && { fields: fields.map(textOf) }),
    ...(text !== undefined && { text }),
    ...(status !== undefined && { status }),
  };
}

function textOf(field: string | Buffer | null): string | null {
  if (field === null) return null;
  return (typeof field === "string" ? Buffer.from(field, "latin1") : field).toString();
}

function message(code: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(5);
  header.write(code);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

function row(fields: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  return message("D", Buffer.concat([count, ...fields.map(fieldOf)]));
}

function fieldOf(text: string | null): Buffer {
  const bytes = Buffer.from(text ?? "");
  const size = Buffer.alloc(4);
  size.writeInt32BE(text === null ? -1 : bytes.length);
  return Buffer.concat([size, bytes]);
}
