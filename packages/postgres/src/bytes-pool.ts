import type { Duplex } from "node:stream";
import pg from "pg";
import { Parser } from "pg-protocol/dist/parser.js";
import { createPool, type PoolOptions } from "./pool.ts";
import type { Queryable } from "./queryable.ts";
import { typeParsers } from "./type-parsers.ts";

/** A text of a `BytesQueryable`, as UTF-8: a long one as its bytes, a short one as a string of which each character is one byte. `bytesOf` makes the bytes of both. */
export type RowText = string | Buffer;

/** A database whose rows come undecoded: each text or json of them is a `RowText`. */
export interface BytesQueryable extends Queryable {
  readonly rowTexts: "bytes";
}

export type BytesPool = pg.Pool & BytesQueryable;

/** The bytes of a text that a `BytesQueryable` gave. */
export function bytesOf(rowText: RowText): Buffer {
  return typeof rowText === "string" ? Buffer.from(rowText, "latin1") : rowText;
}

/**
 * As `createPool`, for whoever passes texts on as they are: decoding 14 KB of UTF-8 and encoding them again takes 67 µs, a tenth of that this way.
 * Messages of errors and values of statements are UTF-8 as ever.
 */
export function createBytesPool(options: PoolOptions): BytesPool {
  return Object.assign(createPool(options, BytesClient), { rowTexts: "bytes" as const });
}

class BytesClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: rowTextParsers });
    // as: pg's types leave the connection out
    const { connection } = this as unknown as { readonly connection: ProtocolConnection };
    connection.attachListeners = (stream) => {
      const parser = new RowBytesParser();
      stream.on("data", (chunk: Buffer) => {
        parser.parse(chunk, (message) => {
          // the library's own listener does the same, but for its parser
          const isError = message.name === "error";
          connection.emit(isError ? "errorMessage" : message.name, message);
        });
      });
    };
  }
}

/** What is replaced of pg's connection: who reads the messages of the server, on the socket and again on what TLS makes of it. */
interface ProtocolConnection {
  attachListeners(stream: Duplex): void;
  emit(name: string, message: unknown): boolean;
}

/** Parts of the library's parser that its types hide. */
interface ParserParts {
  readonly reader: { readonly encoding: BufferEncoding };
  handlePacket(...packet: Packet): unknown;
}

/** Where its fields begin, which message, how long it is, and in which bytes. */
type Packet = [offset: number, code: number, length: number, bytes: Buffer];

class RowBytesParser extends Parser {
  constructor() {
    super();
    // as: the parts exist in the one version that is installed, and the tests of this file notice another
    const parts = this as unknown as ParserParts;
    if (parts.reader.encoding !== "utf-8") throw new Error("pg-protocol decodes in another way");
    const { handlePacket } = parts;
    parts.handlePacket = (...packet) =>
      packet[1] === dataRow ? readRow(packet) : handlePacket.apply(this, packet);
  }
}

const dataRow = "D".charCodeAt(0);

/** The library's message of a row; the bytes are copied, since the parser uses their place again. */
function readRow([offset, , length, bytes]: Packet) {
  const fieldCount = bytes.readInt16BE(offset);
  const fields: (RowText | null)[] = [];
  for (let n = 0, at = offset + 2; n < fieldCount; n += 1) {
    const start = at + 4;
    const size = bytes.readInt32BE(at);
    at = start + Math.max(size, 0);
    if (size < 0) fields.push(null);
    else if (size < longBytes) fields.push(bytes.toString("latin1", start, at));
    else fields.push(copyOf(bytes, start, at));
  }
  return { name: "dataRow", length, fieldCount, fields };
}

function copyOf(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}

/** A string of that length costs more than a buffer: it is copied once more, and by the collector too. */
const longBytes = 1_024;

const { builtins } = pg.types;
const textTypes: ReadonlySet<number> = new Set([builtins.TEXT, builtins.VARCHAR, builtins.JSON]);

/** Texts stay what they are, long values of other types become strings first. */
const rowTextParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: TypeId, format?: "text" | "binary") => {
    if (format === "binary") throw new Error("rows as bytes have no binary format");
    if (textTypes.has(oid)) return (value: RowText) => value;
    const parse = typeParsers.getTypeParser(oid, "text");
    return (value: RowText) => parse(typeof value === "string" ? value : value.toString("latin1"));
    // pg's type of this hook is an overload set that no single arrow function satisfies
  }) as pg.CustomTypesConfig["getTypeParser"],
};

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
