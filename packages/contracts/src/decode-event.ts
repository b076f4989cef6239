import type { CustomerEvent, InvoiceEvent, ShipmentEvent } from "@shipment-tracking/domain";
import type { z } from "zod";
import { accountEventSchemas, type ApiKeyEvent, type TenantEvent } from "./account-event.ts";
import { customerEventSchemas, invoiceEventSchemas } from "./billing-event.ts";
import type { EventRecord } from "./envelope.ts";
import { isInstant, isUuid } from "./fields.ts";
import { shipmentEventSchemas } from "./shipment-event.ts";

export type LogEvent = ShipmentEvent | CustomerEvent | InvoiceEvent | TenantEvent | ApiKeyEvent;

export interface DecodedEvent {
  readonly record: EventRecord;
  readonly event: LogEvent;
}

/** How the payloads of one event type are read. */
export interface EventContract {
  /** Schema of the newest version, `type` included. */
  readonly schema: z.ZodType<LogEvent>;
  /** `upcasts[0]` turns the data of version 1 into version 2, and so on: the newest version is `upcasts.length + 1`. */
  readonly upcasts: readonly ((data: unknown) => unknown)[];
}

/** The record cannot be understood: its stream must be parked, never skipped. */
export class UndecodableEvent extends Error {
  readonly record: EventRecord;

  constructor(record: EventRecord, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "UndecodableEvent";
    this.record = record;
  }
}

/** Validates and upcasts a record of the log. Throws `UndecodableEvent`; its message names the field, never its value. */
export function decodeEvent(record: EventRecord): DecodedEvent {
  return decodeWith(eventContracts, record);
}

/** `decodeEvent` over a given table; apart so that upcasting can be tested before a second version exists. */
export function decodeWith(
  contracts: ReadonlyMap<string, EventContract>,
  record: EventRecord,
): DecodedEvent {
  checkEnvelope(record);
  const contract = contracts.get(record.type);
  if (contract === undefined) {
    throw new UndecodableEvent(
      record,
      `Unknown event type ${JSON.stringify(record.type.slice(0, 80))}`,
    );
  }
  const newest = upcastToNewest(contract, record);
  const parsed = contract.schema.safeParse({ ...newest, type: record.type });
  if (parsed.success) return { record, event: parsed.data };
  const reason = `Invalid data of ${record.type}: ${describe(parsed.error)}`;
  throw new UndecodableEvent(record, reason, parsed.error);
}

const eventContracts: ReadonlyMap<string, EventContract> = new Map(
  Object.entries({
    ...shipmentEventSchemas,
    ...customerEventSchemas,
    ...invoiceEventSchemas,
    ...accountEventSchemas,
  }).map(([type, schema]) => [type, { schema, upcasts: [] }]),
);

function checkEnvelope(record: EventRecord): void {
  const broken =
    (!isUuid(record.id) && "id") ||
    (!isUuid(record.tenantId) && "tenantId") ||
    (!isUuid(record.streamId) && "streamId") ||
    (!(Number.isInteger(record.version) && record.version > 0) && "version") ||
    (!isInstant(record.occurredAt) && "occurredAt");
  if (broken !== false) throw new UndecodableEvent(record, `Invalid envelope: ${broken}`);
}

function upcastToNewest(contract: EventContract, record: EventRecord): object {
  const steps = contract.upcasts.slice(record.schemaVersion - 1);
  const known = record.schemaVersion >= 1 && record.schemaVersion <= contract.upcasts.length + 1;
  if (!known || !Number.isInteger(record.schemaVersion)) {
    const reason = `Unknown schema version ${String(record.schemaVersion)} of ${record.type}`;
    throw new UndecodableEvent(record, reason);
  }
  const data = steps.reduce((older, upcast) => upcast(older), record.data);
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data;
  throw new UndecodableEvent(record, `The data of ${record.type} is not an object`);
}

function describe(error: z.ZodError): string {
  const issues = error.issues.slice(0, 3).map((issue) => {
    const path = issue.path.map(String).join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  const more = error.issues.length - issues.length;
  return issues.join("; ") + (more > 0 ? `; and ${String(more)} more` : "");
}
