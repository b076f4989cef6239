import { inTransaction } from "@shipment-tracking/postgres";
import type { FastifyInstance } from "fastify";
import { signedInUser } from "../auth/guard.ts";
import type { WebContext } from "../context.ts";
import { commandContext } from "../http/command-context.ts";
import { Refusal } from "../http/refusal.ts";
import { newTrackingEventId } from "../ids.ts";
import { privacyWarnings } from "../privacy/privacy-warnings.ts";
import { expected, shipmentIdOf } from "../shipments/answer-shipment-command.ts";
import { recordBody } from "../shipments/event-routes.ts";
import { parseBody } from "../validation/fault.ts";
import { previewEvent } from "./preview-event.ts";
import { readPublicView } from "./public-view.ts";

/** What the recipient sees now, and would see after an event that is not recorded yet. */
export function registerPreviewRoutes(app: FastifyInstance, { pool }: WebContext): void {
  app.get("/api/shipments/:id/tracking-preview", async (request) => {
    const view = await readPublicView(pool, signedInUser(request).tenant.id, shipmentIdOf(request));
    if (view === null) throw new Refusal(404, "Not found");
    return view;
  });

  app.post("/api/shipments/:id/events/preview", async (request) => {
    const { version, report } = parseBody(recordBody, request.body);
    const shipmentId = shipmentIdOf(request);
    const context = commandContext(request);
    const event = { ...report, eventId: newTrackingEventId() };
    const preview = await inTransaction(pool, (tx) =>
      previewEvent(tx, context, {
        shipmentId,
        command: { type: "record_tracking_event", now: context.now, event },
        ...expected(version),
      }),
    );
    return { ...preview, warnings: await privacyWarnings(pool, context.tenantId, event) };
  });
}
