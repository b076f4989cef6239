import { z } from "zod";
import { logReaders, parkingReaders } from "../../event-log/log-readers.ts";
import { actorKind } from "./audit.ts";
import { count, id, instant, pageOf, position, version } from "./parts.ts";

const behind = {
  reader: z
    .enum(logReaders)
    .describe(
      "`projector` fills the read tables, `webhooks` makes messages, `relay` publishes to Kafka.",
    ),
  behindEvents: count.describe("Events that it has not applied yet, of all companies."),
  behindSeconds: z
    .number()
    .min(0)
    .describe("How long the oldest of them has waited; 0: none does."),
};

export const lag = z
  .strictObject({
    readers: z.array(
      z
        .strictObject({ ...behind, alive: z.boolean().describe("A process of it is at work.") })
        .meta({ id: "ReaderLag" }),
    ),
  })
  .meta({ id: "Lag" });

const reader = z
  .strictObject({
    ...behind,
    members: count.describe("Its processes that said within the last 10 s that they live."),
    partsOwned: count.max(64).describe("Of the log's 64, by these processes."),
    seenMsAgo: z
      .number()
      .min(0)
      .nullable()
      .describe("Milliseconds since the last of them was seen; null: none is known."),
  })
  .meta({ id: "LogReaderStanding" });

const subject = z
  .strictObject({
    type: z.enum(["shipment", "customer", "invoice", "api_key", "tenant", "unknown"]),
    id,
    label: z
      .string()
      .nullable()
      .meta({ description: "Number or name.", examples: ["SHP-000042"] }),
  })
  .meta({ id: "LogSubject" });

const parkedStream = z
  .strictObject({
    consumer: z.enum(parkingReaders).describe("Which reader could not apply an event of it."),
    streamId: id,
    subject,
    position: position.describe("Of the event at fault; later ones of the stream wait for it."),
    eventId: z.string().nullable(),
    eventType: z.string().nullable(),
    sentence: z.string().describe("What is wrong with the event; names fields, never values."),
    since: instant,
    retryRequestedAt: instant.nullable().describe("Somebody asked for it to be tried again."),
  })
  .meta({ id: "ParkedStream" });

const generation = z
  .strictObject({
    generation: z.int().min(1),
    state: z.enum(["filling", "live", "previous", "failed"]),
    startedAt: instant,
    events: count.nullable().describe("Of the log, that it was made of."),
    verifiedAt: instant
      .nullable()
      .describe("Its rows were compared with a second fold of the log."),
    switchedAt: instant.nullable(),
    endedAt: instant.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "ReadTablesGeneration" });

export const eventLog = z
  .strictObject({
    events: count.describe("In the log, of all companies."),
    engine: z.enum(["postgres", "kafka"]).describe("What carries the log to its readers."),
    readers: z.array(reader),
    parked: z.array(parkedStream).describe("Of the own company, at most 200."),
    readTables: z.strictObject({
      live: generation.nullable(),
      previous: generation
        .nullable()
        .describe("Kept: `tracking rebuild --rollback` goes back to it."),
      rebuild: generation
        .nullable()
        .describe("`filling`: one is under way; `failed`: the last one did not succeed."),
    }),
  })
  .meta({ id: "EventLog" });

const logEvent = z
  .strictObject({
    id,
    type: z.string().meta({ examples: ["shipment.created"] }),
    position,
    version,
    subject,
    actor: z.strictObject({
      kind: actorKind,
      id: z.string().nullable(),
      name: z.string().nullable().describe("The user's, as of today."),
    }),
    occurredAt: instant,
    recordedAt: instant,
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        "What the event says, without the hashes of keys and tracking tokens; null: more than 64 KB, or no object.",
      ),
  })
  .meta({ id: "LogEvent" });

export const logEventPage = pageOf(logEvent).meta({ id: "LogEventPage" });

export const retryRequested = z
  .strictObject({ requested: z.literal(true) })
  .meta({ id: "RetryRequested" });
