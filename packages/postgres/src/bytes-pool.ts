import { Socket, type SocketConstructorOpts } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { createPool, type PoolOptions } from "./pool.ts";
import type { Queryable } from "./queryable.ts";
import { RowBytesParser } from "./row-bytes-parser.ts";
import type { RowText } from "./row-text.ts";
import { typeParsers } from "./type-parsers.ts";

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
    const door = new Door();
    super({ ...config, types: rowTextParsers, stream: door.open });
    // as: pg's types leave the connection out
    const { connection } = this as unknown as { readonly connection: ProtocolConnection };
    connection.attachListeners = (stream) => {
      const parser = new RowBytesParser();
      door.listen(stream, (chunk) => {
        parser.parse(chunk, (message) => {
          // the library's own listener does the same, but for its parser
          const isError = message.name === "error";
          connection.emit(isError ? "errorMessage" : message.name, message);
        });
      });
    };
  }
}

/**
 * A connection's socket, which reads into the same bytes again and again: node would make 64 KB of new ones for each read, outside of its heap, and
 * collect all of the heap because of them. What TLS makes of a socket arrives as ever.
 */
class Door {
  #socket: Socket | null = null;
  #take: (chunk: Buffer) => void = () => undefined;

  // as: pg gives it its settings, which its types leave out
  readonly open = ((settings: { readonly ssl?: unknown }) => {
    if (settings.ssl !== undefined && settings.ssl !== false) return new Socket();
    const buffer = Buffer.allocUnsafeSlow(readBytes);
    const callback = (size: number): boolean => {
      this.#take(buffer.subarray(0, size));
      return true;
    };
    this.#socket = new Socket({ onread: { buffer, callback } } as SocketConstructorOpts);
    return this.#socket;
  }) as () => Socket;

  listen(stream: Duplex, take: (chunk: Buffer) => void): void {
    if (stream === this.#socket) this.#take = take;
    else stream.on("data", take);
  }
}

const readBytes = 64 * 1_024;

/** What is replaced of pg's connection: who reads the messages of the server, on the socket and again on what TLS makes of it. */
interface ProtocolConnection {
  attachListeners(stream: Duplex): void;
  emit(name: string, message: unknown): boolean;
}

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
