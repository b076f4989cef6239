import { Parser } from "pg-protocol/dist/parser.js";
import type { RowText } from "./row-text.ts";

/** Parts of the library's parser that its types hide. */
interface ParserParts {
  readonly reader: { readonly encoding: BufferEncoding };
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown;
}

/**
 * Takes the server's messages apart as the library's parser does, but for rows, and but for messages that arrive in pieces: those are put together in a
 * buffer of their own. The library puts all that has arrived since into one twice as large, for each piece, and memory outside of the heap makes
 * node collect all of the heap.
 */
export class RowBytesParser extends Parser {
  readonly #parts: ParserParts;
  /** A message of which the first `#filled` bytes have arrived; as long as a header where the length is not known yet. */
  #piece: Buffer | null = null;
  #filled = 0;

  constructor() {
    super();
    // as: the parts exist in the one version that is installed, and the tests of this file notice another
    this.#parts = this as unknown as ParserParts;
    if (this.#parts.reader.encoding !== "utf-8")
      throw new Error("pg-protocol decodes in another way");
  }

  override parse(chunk: Buffer, callback: (message: ProtocolMessage) => void): void {
    for (let at = 0; at < chunk.length;) {
      const size = this.#piece === null ? sizeAt(chunk, at) : Infinity;
      if (at + size <= chunk.length) {
        callback(this.#message(chunk, at, copyOf));
        at += size;
        continue;
      }
      at += this.#add(chunk, at);
      const whole = this.#takeWhole();
      if (whole !== null) callback(this.#message(whole, 0, partOf));
    }
  }

  /** Adds to the piece what it still wants; answers how many bytes. */
  #add(chunk: Buffer, at: number): number {
    const size = sizeAt(chunk, at);
    this.#piece ??= Buffer.allocUnsafe(size === Infinity ? headerBytes : size);
    const added = chunk.copy(this.#piece, this.#filled, at);
    this.#filled += added;
    return added;
  }

  /** The piece, once it is a whole message. */
  #takeWhole(): Buffer | null {
    const piece = this.#piece;
    if (piece === null || this.#filled < piece.length) return null;
    const size = sizeAt(piece, 0);
    if (size > piece.length) {
      this.#piece = Buffer.allocUnsafe(size);
      piece.copy(this.#piece);
      return null;
    }
    this.#piece = null;
    this.#filled = 0;
    return piece;
  }

  #message(bytes: Buffer, at: number, take: TakeBytes): ProtocolMessage {
    const code = bytes[at] ?? 0;
    const offset = at + headerBytes;
    const length = sizeAt(bytes, at) - 1;
    if (code === dataRow) return readRow({ bytes, offset, length }, take);
    // as: that is what the library's parser makes
    return this.#parts.handlePacket(offset, code, length, bytes) as ProtocolMessage;
  }
}

type ProtocolMessage = Parameters<Parameters<Parser["parse"]>[1]>[0];

/** A letter, and the length of what follows it. */
const headerBytes = 5;
const dataRow = "D".charCodeAt(0);

/** The size of the message that begins there; infinite while its header has not arrived. */
function sizeAt(bytes: Buffer, at: number): number {
  return at + headerBytes <= bytes.length ? bytes.readUInt32BE(at + 1) + 1 : Infinity;
}

interface RowMessage {
  readonly bytes: Buffer;
  /** Of its fields. */
  readonly offset: number;
  readonly length: number;
}

/** The library's message of a row. */
function readRow({ bytes, offset, length }: RowMessage, take: TakeBytes) {
  const fieldCount = bytes.readInt16BE(offset);
  const fields: (RowText | null)[] = [];
  for (let n = 0, at = offset + 2; n < fieldCount; n += 1) {
    const start = at + 4;
    const size = bytes.readInt32BE(at);
    at = start + Math.max(size, 0);
    if (size < 0) fields.push(null);
    else if (size < longBytes) fields.push(bytes.toString("latin1", start, at));
    else fields.push(take(bytes, start, at));
  }
  return { name: "dataRow" as const, length, fieldCount, fields };
}

/** A string of that length costs more than a buffer: it is copied once more, and by the collector too. */
const longBytes = 1_024;

type TakeBytes = (bytes: Buffer, start: number, end: number) => Buffer;

/** Of bytes with others' beside them: a page that is kept must not keep those. */
const copyOf: TakeBytes = (bytes, start, end) => {
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
};

/** Of bytes that are this message's alone. */
const partOf: TakeBytes = (bytes, start, end) => bytes.subarray(start, end);
