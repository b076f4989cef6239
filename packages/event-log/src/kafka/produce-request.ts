import { ByteWriter, sizeOfVarInt } from "./byte-writer.ts";
import { isPatchedVersion } from "./kafkajs-version.ts";

/** The members of kafkajs's description of the Produce request that the patch touches. */
export interface ProduceDefinition {
  protocol(this: void, of: { readonly version: number }): ProduceRequest;
}

type ProduceRequest = (args: ProduceArguments) => {
  readonly request: { encode(): Promise<Encoded> };
};

/** What kafkajs takes for one of its encoders when all it does is copy it. */
interface Encoded {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}

export interface ProduceArguments {
  readonly acks: number;
  readonly timeout: number;
  readonly compression?: number;
  readonly transactionalId?: string | null;
  /** -1 (a number or a `Long`) unless the producer is idempotent. */
  readonly producerId?: unknown;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly messages: readonly ProduceMessage[];
    }[];
  }[];
}

export interface ProduceMessage {
  readonly key?: unknown;
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly timestamp?: unknown;
}

/** As `OutgoingMessage` has it: everything is text. */
interface TextMessage extends ProduceMessage {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Versions of the request that differ in nothing but their number. */
const sameFormat: readonly number[] = [3, 4, 5, 6, 7];

/**
 * kafkajs 2.2.4 makes a buffer of its own for each header and each number of a record, and copies them several times: half of
 * all that a relay does. The replacement writes the same bytes into one buffer. What it does not know (other kinds of messages,
 * compression, transactions) is left to kafkajs, and so is any other version of kafkajs: false.
 */
export function patchProduceRequest(
  definition: ProduceDefinition,
  crc32C: (bytes: Buffer) => number,
  version: string,
): boolean {
  if (!isPatchedVersion(version)) return false;
  const protocolOf = definition.protocol;
  definition.protocol = (of) => {
    const original = protocolOf(of);
    if (!sameFormat.includes(of.version)) return original;
    return (args) => {
      const made = original(args);
      if (!isPlain(args)) return made;
      const encode = () => Promise.resolve(encodeProduce(args, crc32C));
      return { ...made, request: { ...made.request, encode } };
    };
  };
  return true;
}

function isPlain({
  compression = 0,
  transactionalId,
  producerId = -1,
  topicData,
}: ProduceArguments) {
  if (compression !== 0 || typeof transactionalId === "string" || String(producerId) !== "-1")
    return false;
  return topicData.every(({ partitions }) =>
    partitions.every(({ messages }) => messages.every(isText)),
  );
}

function isText({ key, value, headers, timestamp }: ProduceMessage): boolean {
  if (typeof key !== "string" || typeof value !== "string" || timestamp !== undefined) return false;
  return headers !== undefined && Object.values(headers).every((text) => typeof text === "string");
}

function encodeProduce(args: ProduceArguments, crc32C: (bytes: Buffer) => number): Encoded {
  const writer = new ByteWriter();
  writer.int16(-1);
  writer.int16(args.acks);
  writer.int32(args.timeout);
  writer.int32(args.topicData.length);
  for (const { topic, partitions } of args.topicData) {
    writer.int16(Buffer.byteLength(topic));
    writer.text(topic, Buffer.byteLength(topic));
    writer.int32(partitions.length);
    for (const { partition, messages } of partitions) {
      writer.int32(partition);
      // as: isPlain has looked at each of them
      writeBatch(writer, messages as readonly TextMessage[], crc32C);
    }
  }
  const buffer = writer.slice();
  return { buf: buffer, buffer };
}

/** From the batch's beginning: to what its length counts, to what its checksum covers. */
const lengthAt = 8;
const crcAt = 17;

/** A record batch of format 2, with its size before it. */
function writeBatch(
  writer: ByteWriter,
  messages: readonly TextMessage[],
  crc32C: (bytes: Buffer) => number,
): void {
  const sizeAt = writer.skip(4);
  const start = writer.skip(lengthAt + 4);
  writer.int32(0);
  writer.int8(2);
  writer.skip(4);
  writer.int16(0);
  writer.int32(messages.length - 1);
  const now = BigInt(Date.now());
  writer.int64(now);
  writer.int64(now);
  // no producer id, epoch and sequence
  writer.int64(-1n);
  writer.int16(0);
  writer.int32(0);
  writer.int32(messages.length);
  for (const [index, message] of messages.entries()) writeRecord(writer, message, index);
  const end = writer.length;
  writer.patchInt32(sizeAt, end - start);
  writer.patchInt32(start + lengthAt, end - start - lengthAt - 4);
  writer.patchInt32(start + crcAt, crc32C(writer.slice(start + crcAt + 4, end)) | 0);
}

function writeRecord(
  writer: ByteWriter,
  { key, value, headers }: TextMessage,
  index: number,
): void {
  const names = Object.keys(headers);
  const keyBytes = Buffer.byteLength(key);
  const valueBytes = Buffer.byteLength(value);
  // attributes and timestamp delta take a byte each
  let size = 2 + sizeOfVarInt(index) + sizeOfVarInt(names.length);
  size += sizeOfVarInt(keyBytes) + keyBytes + sizeOfVarInt(valueBytes) + valueBytes;
  for (const name of names) {
    const bytes = Buffer.byteLength(headers[name] ?? "");
    size += encodedName(name).length + sizeOfVarInt(bytes) + bytes;
  }
  writer.varInt(size);
  writer.int8(0);
  writer.int8(0);
  writer.varInt(index);
  writer.varText(key, keyBytes);
  writer.varText(value, valueBytes);
  writer.varInt(names.length);
  for (const name of names) {
    const text = headers[name] ?? "";
    writer.bytes(encodedName(name));
    writer.varText(text, Buffer.byteLength(text));
  }
}

const encodedNames = new Map<string, Buffer>();

/** The name of a header with its length before it; there are a dozen and a half of them. */
function encodedName(name: string): Buffer {
  const known = encodedNames.get(name);
  if (known !== undefined) return known;
  const writer = new ByteWriter(64);
  writer.varText(name, Buffer.byteLength(name));
  const encoded = Buffer.from(writer.slice());
  if (encodedNames.size > 100) encodedNames.clear();
  encodedNames.set(name, encoded);
  return encoded;
}
