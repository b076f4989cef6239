import { z } from "zod";
import { id, position, shipmentStatus, version } from "./parts.ts";

/** The data of the stream's events, by the event's name. */
export const streamEvents = {
  ready: z
    .strictObject({
      resumed: z
        .literal(true)
        .optional()
        .describe("What was missed since `Last-Event-ID` has been told."),
    })
    .meta({ id: "StreamReady", description: "What happens from here on is told." }),
  shipment: z
    .strictObject({
      id,
      shipmentNumber: z.string(),
      status: shipmentStatus,
      version,
      kinds: z
        .array(z.string().meta({ examples: ["shipment.tracking_event_recorded"] }))
        .describe("Types of the events that changed it."),
      position,
    })
    .meta({ id: "StreamShipment", description: "A shipment changed; how it is by now." }),
  change: z
    .strictObject({
      id,
      kind: z
        .string()
        .meta({ examples: ["invoice.issued"] })
        .describe("Type of the newest event that changed it."),
      position,
    })
    .meta({ id: "StreamChange", description: "A customer or an invoice changed." }),
  position: z
    .strictObject({ applied: z.array(position).describe("One of each part that was waited for.") })
    .meta({
      id: "StreamPosition",
      description: "The read API shows everything up to these positions by now.",
    }),
  heartbeat: z.strictObject({}).meta({ id: "StreamHeartbeat", description: "Every 15 s." }),
  reset: z.strictObject({}).meta({
    id: "StreamReset",
    description: "Load anew: the place is too old or unknown, or there was too much to tell.",
  }),
  signed_out: z
    .strictObject({})
    .meta({ id: "StreamSignedOut", description: "The last event: the session is over." }),
} as const;
