import type { FastifyInstance } from "fastify";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { ShipmentCommandFor } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import { unknownCustomer } from "../customers/unknown-customer.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { newShipmentId } from "../ids.ts";
import { parseBody } from "../validation/fault.ts";
import { answerShipmentCommand } from "./answer-shipment-command.ts";
import { changeBody, createBody } from "./details-body.ts";
import { shipmentAnswer } from "./shipment-answer.ts";

/** Creating shipments and changing their details. */
export function registerDetailsRoutes(app: FastifyInstance, web: WebContext): void {
  app.post("/api/shipments", (request, reply) => {
    const { shipmentNumber, details } = parseBody(createBody, request.body);
    const context = commandContext(request);
    const shipmentId = newShipmentId();
    const command: ShipmentCommandFor = {
      shipmentId,
      generateNumber: shipmentNumber === null,
      command: {
        type: "create_shipment",
        shipmentId,
        now: context.now,
        details: { ...details, shipmentNumber: shipmentNumber ?? "" },
      },
    };
    return answerCommand(
      web,
      { request, reply },
      {
        work: async (tx) => {
          const obstacle = await unknownCustomer(tx, context.tenantId, details.customerId);
          if (obstacle !== null) return refusedAnswer(obstacle);
          const [outcome] = await executeShipmentCommands(tx, context, [command]);
          if (outcome === undefined) throw new Error("The command has no outcome");
          if (outcome.outcome === "rejected") return refusedAnswer(outcome.rejection);
          const shipment = shipmentAnswer(outcome.state);
          return { status: 201, body: { shipment }, position: outcome.position };
        },
      },
    );
  });

  app.patch("/api/shipments/:id", (request, reply) => {
    const { version, changes } = parseBody(changeBody, request.body);
    return answerShipmentCommand(
      web,
      { request, reply },
      {
        version,
        obstacle: (tx, { tenantId }) => unknownCustomer(tx, tenantId, changes.customerId),
        command: ({ now }) => ({ type: "change_details", now, changes }),
        answer: async (_tx, { state }) => ({
          status: 200,
          body: { shipment: shipmentAnswer(state) },
        }),
      },
    );
  });
}
