import { isUtf8 } from "node:buffer";
import type { Actor, EventRecord } from "@shipment-tracking/contracts";
import { partCount } from "../port.ts";
import { partOf } from "../part.ts";
import { isPlain } from "./is-plain.ts";

/** A record as it is sent: CloudEvents 1.0, binary mode (headers `ce_…`, the value is the data), extensions included. */
export interface OutgoingMessage {
  readonly key: string;
  readonly partition: number;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A record as it arrives; nothing of it is to be relied on. */
export interface IncomingMessage {
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

/** What is at a place of the topic. */
export type Decoded =
  | { readonly kind: "record"; readonly record: EventRecord }
  /** A record of this log whose payload is only in the table (`ce_dataref`). */
  | { readonly kind: "reference"; readonly pos: number }
  /** No record of this log's part; the reason never holds anything of its content. */
  | { readonly kind: "stranger"; readonly reason: string };

export function sourceOf(logIdentity: string): string {
  return `/logs/${logIdentity}`;
}

/** The message of a record. A payload that JSON does not carry unchanged stays in the table, and the message refers to it. */
export function encodeRecord(record: EventRecord, logIdentity: string): OutgoingMessage {
  const value = toJson(record.data);
  return value === null
    ? encodeReference(record, logIdentity)
    : { ...envelope(record), value, headers: headersOf(record, logIdentity) };
}

/**
 * Takes the place of a record that cannot be sent, so that its part flows and no offset is missing (the claim check of
 * CloudEvents' `dataref` extension): consumers read the record from the table.
 */
export function encodeReference(record: EventRecord, logIdentity: string): OutgoingMessage {
  const dataref = `${sourceOf(logIdentity)}/parts/${String(record.part)}/positions/${String(record.pos)}`;
  const headers = { ...headersOf(record, logIdentity), ce_dataref: dataref };
  return { ...envelope(record), value: "", headers };
}

function envelope({ streamId, part }: EventRecord): Pick<OutgoingMessage, "key" | "partition"> {
  return { key: streamId, partition: part };
}

function headersOf(record: EventRecord, logIdentity: string): Record<string, string> {
  return {
    "content-type": "application/json",
    ce_specversion: "1.0",
    ce_id: record.id,
    ce_type: record.type,
    ce_source: sourceOf(logIdentity),
    ce_subject: record.streamId,
    ce_time: record.occurredAt,
    ce_tenantid: record.tenantId,
    ce_streamversion: String(record.version),
    ce_position: String(record.pos),
    ce_recordedat: record.recordedAt,
    ce_schemaversion: String(record.schemaVersion),
    ce_actorkind: record.actor.kind,
    ...(record.actor.id === null ? {} : { ce_actorid: record.actor.id }),
    ...(record.traceparent === null ? {} : { ce_traceparent: record.traceparent }),
  };
}

function toJson(data: unknown): string | null {
  if (!isPlain(data)) return null;
  try {
    return JSON.stringify(data);
  } catch {
    // nested too deeply
    return null;
  }
}

/** What a message is compared with. */
interface Expected {
  readonly part: number;
  readonly source: string;
  /** Positions up to this one have arrived before: their payload is not read again. Default 0. */
  readonly arrived?: number;
}

/**
 * Reads a message of partition `part`. Never throws. What is not exactly as `encodeRecord` made it is a stranger, and costs
 * nothing: the log's table has the record that should have been there.
 */
export function decodeMessage(message: IncomingMessage, expected: Expected): Decoded {
  const headers = textHeaders(message.headers ?? {});
  if (headers === null) return stranger("a header is not one UTF-8 text");
  if (headers["ce_source"] !== expected.source) return stranger("it belongs to another log");
  const fields = fieldsOf(headers, expected.part);
  if (typeof fields === "string") return stranger(fields);
  const isRepeated = fields.pos <= (expected.arrived ?? 0);
  if (isRepeated || headers["ce_dataref"] !== undefined)
    return { kind: "reference", pos: fields.pos };
  if (message.value === null) return stranger("it has no value");
  const text = textOf(message.value);
  if (text === null) return stranger("its value is not JSON");
  try {
    const data: unknown = JSON.parse(text);
    return { kind: "record", record: { ...fields, data } };
  } catch {
    return stranger("its value is not JSON");
  }
}

function stranger(reason: string): Decoded {
  return { kind: "stranger", reason };
}

type TextHeaders = Readonly<Record<string, string>>;

function textHeaders(headers: Readonly<Record<string, unknown>>): TextHeaders | null {
  const texts: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name in headers) {
    const text = textOf(headers[name]);
    if (text === null) return null;
    texts[name] = text;
  }
  return texts;
}

/** Null unless it is UTF-8. Several times as fast as a `TextDecoder` on short texts, of which a message has many. */
function textOf(value: unknown): string | null {
  return Buffer.isBuffer(value) && isUtf8(value) ? value.toString("utf8") : null;
}

const anything = /^/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const timestamp = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const natural = /^[1-9]\d{0,14}$/;
const integer = /^(?:0|-?[1-9]\d{0,4})$/;

/** All but the data, or what is wrong with it. */
function fieldsOf(headers: TextHeaders, part: number): Omit<EventRecord, "data"> | string {
  const text = (name: string) => headers[name] ?? "";
  const wrong = rules.find(([name, form]) => headers[name] === undefined || !form.test(text(name)));
  if (wrong !== undefined) return `its ${wrong[0]} is not as expected`;
  const streamId = text("ce_subject");
  if (partOf(streamId) !== part)
    return `its stream belongs to another of the ${String(partCount)} parts`;
  return {
    id: text("ce_id"),
    type: text("ce_type"),
    schemaVersion: Number(text("ce_schemaversion")),
    tenantId: text("ce_tenantid"),
    streamId,
    version: Number(text("ce_streamversion")),
    part,
    pos: Number(text("ce_position")),
    occurredAt: text("ce_time"),
    recordedAt: text("ce_recordedat"),
    // as in a row: the kinds are checked where the record is decoded, an unknown one parks its stream
    actor: { kind: text("ce_actorkind") as Actor["kind"], id: headers["ce_actorid"] ?? null },
    traceparent: headers["ce_traceparent"] ?? null,
  };
}

const rules: readonly (readonly [string, RegExp])[] = [
  ["content-type", /^application\/json$/],
  ["ce_specversion", /^1\.0$/],
  ["ce_id", uuid],
  ["ce_type", anything],
  ["ce_subject", uuid],
  ["ce_time", timestamp],
  ["ce_tenantid", uuid],
  ["ce_streamversion", natural],
  ["ce_position", natural],
  ["ce_recordedat", timestamp],
  ["ce_schemaversion", integer],
  ["ce_actorkind", anything],
];
