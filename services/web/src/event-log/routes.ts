import { isInstant } from "@shipment-tracking/contracts";
import type { Instant } from "@shipment-tracking/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { signedInUser } from "../auth/guard.ts";
import { decodeCursor, encodeCursor } from "../console/cursor.ts";
import { limitField, parseQuery } from "../console/query.ts";
import type { WebContext } from "../context.ts";
import { answerCommand } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { pathId } from "../http/path-id.ts";
import { Refusal } from "../http/refusal.ts";
import { optionalText, uuidField } from "../validation/fields.ts";
import { type EventKey, listEvents } from "./list-events.ts";
import { type ParkingReader, parkingReaders } from "./log-readers.ts";
import { listParkedStreams } from "./parked-streams.ts";
import { readGenerations } from "./read-generations.ts";
import { readLogStanding } from "./read-lag.ts";
import { requestRetry } from "./request-retry.ts";

export const eventsQuery = z.object({
  cursor: z.string().optional(),
  limit: limitField,
  streamId: uuidField.optional(),
  type: optionalText({ max: 100 }),
});

const list = "event-log";
const cursorKey = z.tuple([z.custom<Instant>(isInstant), z.int().min(0).max(63), z.int().min(1)]);

/** The log behind everything: how far its readers are, what waits, and the company's own events. */
export function registerEventLogRoutes(app: FastifyInstance, web: WebContext): void {
  const { pool } = web;

  app.get("/api/lag", async () => {
    const { readers } = await readLogStanding(pool, ["projector", "webhooks"]);
    return { readers: readers.map(shortLag) };
  });

  app.get("/api/event-log", async (request) => {
    const { events, readers } = await readLogStanding(pool);
    return {
      events,
      // a relay there is only where Kafka carries the log
      engine: readers.some(({ reader }) => reader === "relay") ? "kafka" : "postgres",
      readers,
      parked: await listParkedStreams(pool, signedInUser(request).tenant.id),
      readTables: await readGenerations(pool),
    };
  });

  app.get("/api/event-log/events", async (request) => {
    const { cursor, limit, streamId, type } = parseQuery(eventsQuery, request.query);
    const found = await listEvents(pool, signedInUser(request).tenant.id, {
      limit,
      after: readCursor(cursor),
      streamId: streamId ?? null,
      type: type ?? null,
    });
    return { items: found.items, nextCursor: found.next === null ? null : cursorOf(found.next) };
  });

  app.post("/api/event-log/parked/:consumer/:streamId/retry", (request, reply) => {
    const stream = { consumer: consumerOf(request), streamId: pathId(request, "streamId") };
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      { work: (tx) => requestRetry(tx, context, stream) },
    );
  });
}

type Standing = Awaited<ReturnType<typeof readLogStanding>>;

/** For everybody who works with the console: whether what they see is of now. */
function shortLag({ reader, members, behindEvents, behindSeconds }: Standing["readers"][number]) {
  return { reader, alive: members > 0, behindEvents, behindSeconds };
}

function readCursor(cursor: string | undefined): EventKey | null {
  const key = decodeCursor(list, cursorKey, cursor);
  return key === null ? null : { recordedAt: key[0], part: key[1], pos: key[2] };
}

function cursorOf({ recordedAt, part, pos }: EventKey): string {
  return encodeCursor(list, [recordedAt, part, pos]);
}

function consumerOf(request: FastifyRequest): ParkingReader {
  const { consumer } = request.params as { readonly consumer: string }; // the route's pattern has :consumer
  const known = parkingReaders.find((one) => one === consumer);
  if (known === undefined) throw new Refusal(404, "Not found");
  return known;
}
