import { z } from "zod";
import { id, instant, pageOf, position, version } from "./parts.ts";
import { tracedDelivery } from "./webhooks.ts";
import { actorKind } from "./audit.ts";

const step = z
  .strictObject({
    state: z
      .enum(["waiting", "done", "parked"])
      .describe("`parked`: an event of the shipment could not be applied, later ones wait for it."),
    at: instant.nullable().describe("When it was done; null: not done, or it is not known."),
    exact: z
      .boolean()
      .describe("`at` is the time itself; otherwise it was done by then, possibly long before."),
    afterMs: z.int().min(0).nullable().describe("Milliseconds from `recordedAt` to `at`."),
    sentence: z.string().nullable().describe("Why it is parked."),
  })
  .meta({ id: "TraceStep" });

const tracedEvent = z
  .strictObject({
    id: id.describe("Of the event in the log; the `webhook-id` of its messages."),
    type: z.string().meta({ examples: ["shipment.tracking_event_recorded"] }),
    version,
    position,
    recordedAt: instant,
    actor: z.strictObject({ kind: actorKind, id: z.string().nullable() }),
    entryId: z
      .string()
      .nullable()
      .describe("The entry of the timeline that it recorded or voided."),
    relayed: step.nullable().describe("In Kafka; null: this installation does not publish to it."),
    projected: step.describe("In the read API and on the tracking page."),
    announced: step.describe("Turned into webhook messages, where it makes any."),
    deliveries: z.array(tracedDelivery).describe("One per message and endpoint, and replays."),
  })
  .meta({ id: "TracedEvent" });

export const tracePage = pageOf(tracedEvent).meta({ id: "TracePage" });
