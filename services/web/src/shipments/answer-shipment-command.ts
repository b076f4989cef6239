import type { Rejection, ShipmentCommand, ShipmentId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { FastifyReply, FastifyRequest } from "fastify";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandContext, CommandOutcome } from "../commands/outcome.ts";
import type { WebContext } from "../context.ts";
import type { CommandAnswer } from "../http/answer.ts";
import { answerCommand, refusedAnswer } from "../http/command-answer.ts";
import { commandContext } from "../http/command-context.ts";
import { Refusal } from "../http/refusal.ts";
import { toShipmentId } from "../ids.ts";

export type DoneOutcome = Exclude<CommandOutcome, { outcome: "rejected" }>;

export interface ShipmentCommandRun {
  /** Version from the body, undefined when the client gave none. */
  readonly version: number | undefined;
  /** What speaks against the command that only the database knows; null: nothing. */
  obstacle?(tx: Queryable, context: CommandContext): Promise<Rejection | null>;
  command(context: CommandContext): ShipmentCommand;
  answer(tx: Queryable, outcome: DoneOutcome): Promise<Omit<CommandAnswer, "position">>;
}

/** Runs one command on the shipment that the path names. Any id that is no shipment of the tenant is a 404. */
export async function answerShipmentCommand(
  web: WebContext,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  run: ShipmentCommandRun,
): Promise<FastifyReply> {
  const shipmentId = shipmentIdOf(http.request);
  const context = commandContext(http.request);
  const command = { shipmentId, command: run.command(context), ...expected(run.version) };
  return answerCommand(web, http, {
    work: async (tx) => {
      const obstacle = (await run.obstacle?.(tx, context)) ?? null;
      if (obstacle !== null) return refusedAnswer(obstacle);
      const [outcome] = await executeShipmentCommands(tx, context, [command]);
      if (outcome === undefined) throw new Error("The command has no outcome");
      if (outcome.outcome === "rejected") return refusedAnswer(outcome.rejection);
      return { ...(await run.answer(tx, outcome)), position: outcome.position };
    },
  });
}

/** The `:id` of the path. Throws a `Refusal` (404) when it is no UUID. */
export function shipmentIdOf(request: FastifyRequest): ShipmentId {
  const { id } = request.params as { readonly id: string }; // the route's pattern has :id
  const shipmentId = toShipmentId(id);
  if (shipmentId === null) throw new Refusal(404, "Not found");
  return shipmentId;
}

/** As a property that is absent when there is no version. */
export function expected(version: number | undefined): { readonly expectedVersion?: number } {
  return version === undefined ? {} : { expectedVersion: version };
}
