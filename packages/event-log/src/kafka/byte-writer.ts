/** Bytes of one variable-length integer (zigzag, 7 bits a byte) of up to 31 bits. */
export function sizeOfVarInt(value: number): number {
  const rest = value << 1;
  if (rest < 0x80) return 1;
  if (rest < 0x4000) return 2;
  if (rest < 0x20_0000) return 3;
  return rest < 0x1000_0000 ? 4 : 5;
}

/** Writes Kafka's kinds of values into one growing buffer. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(size = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written between two places, or all of it: no copy, and valid until more is written. */
  slice(from = 0, to = this.#length): Buffer {
    return this.#bytes.subarray(from, to);
  }

  /** Leaves `count` bytes for later and returns where they are. */
  skip(count: number): number {
    this.#ensure(count);
    const at = this.#length;
    this.#bytes.fill(0, at, at + count);
    this.#length += count;
    return at;
  }

  int8(value: number): void {
    this.#ensure(1);
    this.#length = this.#bytes.writeInt8(value, this.#length);
  }

  int16(value: number): void {
    this.#ensure(2);
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  int32(value: number): void {
    this.#ensure(4);
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
  }

  int64(value: bigint): void {
    this.#ensure(8);
    this.#length = this.#bytes.writeBigInt64BE(value, this.#length);
  }

  /** Not negative. */
  varInt(value: number): void {
    this.#ensure(5);
    let rest = (value << 1) >>> 0;
    while (rest >= 0x80) {
      this.#bytes[this.#length] = (rest & 0x7f) | 0x80;
      this.#length += 1;
      rest >>>= 7;
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  bytes(value: Buffer): void {
    this.#ensure(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** `size`: its length in bytes. */
  text(value: string, size: number): void {
    this.#ensure(size);
    this.#length += this.#bytes.write(value, this.#length, size, "utf8");
  }

  /** A text with its length before it. */
  varText(value: string, size: number): void {
    this.varInt(size);
    this.text(value, size);
  }

  patchInt32(at: number, value: number): void {
    this.#bytes.writeInt32BE(value, at);
  }

  #ensure(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
