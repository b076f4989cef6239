import { eventDataSchemas, type JsonSchema } from "@shipment-tracking/contracts";
import { partCount } from "@shipment-tracking/event-log";

/** The topic as an AsyncAPI 3 document: one message for each type of event. */
export function asyncApiDocument(): JsonSchema {
  const schemas = eventDataSchemas();
  const types = Object.keys(schemas).toSorted();
  const refs = (to: (name: string) => string) => types.map((type) => ({ $ref: to(nameOf(type)) }));
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Shipment Tracking event log",
      version: "1",
      description: [
        "Every committed change of the service, as CloudEvents 1.0 in Kafka's binary mode: the envelope is in headers, the value is the payload's JSON.",
        `The key is the stream's id (a shipment, customer, invoice, tenant or API key), and the partition is its part of the log, one of ${String(partCount)}: the events of a stream are in order.`,
        "Delivery is at least once: `ce_position` grows by one in each partition, and a record whose position is not above the last one is a repeat.",
        "A record whose `ce_source` is not that of the newest ones belongs to a log that was replaced by restoring a backup: it counts no more.",
        "The topic is for readers inside an installation. It holds internal notes and the companies of all tenants; subscribers of a tenant use webhooks.",
      ].join("\n\n"),
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    defaultContentType: "application/json",
    channels: {
      events: {
        address: "shipment-tracking.events",
        title: "The topic, KAFKA_TOPIC in the settings",
        messages: Object.fromEntries(
          types.map((type) => [nameOf(type), { $ref: `#/components/messages/${nameOf(type)}` }]),
        ),
        bindings: { kafka: { partitions: partCount, bindingVersion: "0.5.0" } },
      },
    },
    operations: {
      publishEvents: {
        action: "send",
        channel: { $ref: "#/channels/events" },
        summary: "The relay publishes what was committed, part by part in order.",
        messages: refs((name) => `#/channels/events/messages/${name}`),
      },
    },
    components: {
      messages: Object.fromEntries(types.map((type) => [nameOf(type), messageOf(type)])),
      messageTraits: {
        cloudEvent: { headers: { $ref: "#/components/schemas/CloudEventHeaders" } },
      },
      schemas: {
        CloudEventHeaders: headers,
        ...Object.fromEntries(types.map((type) => [nameOf(type), schemas[type]])),
      },
    },
  };
}

/** `shipment.details_changed` as `ShipmentDetailsChanged`. */
function nameOf(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
}

function messageOf(type: string): JsonSchema {
  return {
    name: type,
    title: type,
    contentType: "application/json",
    traits: [{ $ref: "#/components/messageTraits/cloudEvent" }],
    payload: { $ref: `#/components/schemas/${nameOf(type)}` },
    bindings: { kafka: { key: { type: "string", format: "uuid" }, bindingVersion: "0.5.0" } },
  };
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const uuid = (description: string): JsonSchema => ({ type: "string", format: "uuid", description });
const time = (description: string): JsonSchema => ({
  type: "string",
  format: "date-time",
  description,
});
const number = (description: string): JsonSchema => ({
  type: "string",
  pattern: "^[0-9]+$",
  description,
});

/** The headers of every record; each is UTF-8 text. A test beside the codec (record-codec.ts of the event log) compares the names. */
const headers = {
  type: "object",
  required: [
    "content-type",
    "ce_specversion",
    "ce_id",
    "ce_type",
    "ce_source",
    "ce_subject",
    "ce_time",
    "ce_tenantid",
    "ce_streamversion",
    "ce_position",
    "ce_recordedat",
    "ce_schemaversion",
    "ce_actorkind",
  ],
  properties: {
    "content-type": { type: "string", const: "application/json" },
    ce_specversion: { type: "string", const: "1.0" },
    ce_id: uuid("Of the event, the same on every repeat."),
    ce_type: text("For example shipment.created."),
    ce_source: text("`/logs/` and the identity of the log."),
    ce_subject: uuid("The stream's id; the record's key is the same."),
    ce_time: time("When it happened."),
    ce_tenantid: uuid("Whose it is."),
    ce_streamversion: number("1, 2, 3… in the stream, without gap."),
    ce_position: number("1, 2, 3… in the partition, without gap but with repeats."),
    ce_recordedat: time("When it was recorded."),
    ce_schemaversion: text("Version of the payload's schema."),
    ce_actorkind: text("user, import, simulator, system or command_line."),
    ce_actorid: text("Of the user or the import; absent for the system itself."),
    ce_traceparent: text("W3C trace context of the command; absent when none came with it."),
    ce_dataref: text(
      "The payload is in the log's table only, at this place, because JSON cannot carry it unchanged; the value is empty.",
    ),
  },
} as const;
