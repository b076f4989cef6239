import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { WebContext } from "../context.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { parseBody } from "../validation/fault.ts";
import { versionField } from "../validation/fields.ts";
import { expected, shipmentIdOf } from "./answer-shipment-command.ts";
import { shareShipment } from "./share-shipment.ts";

export const shareBody = z.strictObject({ version: versionField });

/** Specification 4.5; the answer waits until the link works. */
export function registerShareRoute(app: FastifyInstance, web: WebContext): void {
  app.post("/api/shipments/:id/share", (request, reply) => {
    const { version } = parseBody(shareBody, request.body);
    const share = { shipmentId: shipmentIdOf(request), ...expected(version) };
    const context = commandContext(request);
    return answerCommand(
      web,
      { request, reply },
      {
        untilVisible: true,
        work: async (tx) => {
          const outcome = await shareShipment(tx, { context, box: web.box }, share);
          if (outcome.outcome === "rejected") return refusedAnswer(outcome.rejection);
          const { token, position } = outcome;
          const trackingUrl = `${web.publicUrl}/track/${token}`;
          return { status: 200, body: { trackingToken: token, trackingUrl }, position };
        },
      },
    );
  });
}
