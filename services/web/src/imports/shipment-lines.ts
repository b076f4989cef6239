import type { Queryable } from "@shipment-tracking/postgres";
import type { z } from "zod";
import { executeShipmentCommands } from "../commands/execute.ts";
import type { CommandContext, ShipmentCommandFor } from "../commands/outcome.ts";
import { newShipmentId } from "../ids.ts";
import { createBody } from "../shipments/details-body.ts";
import type { Fields } from "./import-file.ts";
import {
  checkBody,
  refusedLine,
  type CheckedLine,
  type LineOutcome,
  type LineRules,
} from "./prepared-batch.ts";

type ShipmentContent = z.output<typeof createBody>;

/** Lines of a shipments file: each creates a shipment as POST /api/shipments would; a number that is there already is a duplicate. */
export const shipmentRules: LineRules<ShipmentContent> = {
  check: (fields) => checkBody(createBody, toBody(fields)),
  apply: createShipments,
};

function toBody(fields: Fields): Record<string, unknown> {
  const origin = {
    city: fields.originCity,
    countryCode: fields.originCountryCode,
    addressLine1: fields.originAddressLine1,
    postalCode: fields.originPostalCode,
    timeZone: fields.originTimeZone,
  };
  const destination = {
    city: fields.destCity,
    countryCode: fields.destCountryCode,
    addressLine1: fields.destAddressLine1,
    postalCode: fields.destPostalCode,
    timeZone: fields.destTimeZone,
  };
  return {
    shipmentNumber: fields.shipmentNumber,
    mode: fields.mode,
    origin: place(origin),
    destination: place(destination),
    pickupScheduledAt: fields.pickupScheduledAt,
    deliveryScheduledAt: fields.deliveryScheduledAt,
    carrierName: fields.carrierName,
    ...(fields.reference === undefined
      ? {}
      : { references: [{ type: "reference", value: fields.reference }] }),
    internalNotes: fields.internalNotes,
  };
}

/** Null when no column of the stop has a value; a stop without its city is refused by the city's name. */
function place(given: { readonly city: string | undefined }): object | null {
  const isGiven = Object.values(given).some((value) => value !== undefined);
  return isGiven ? { ...given, city: given.city ?? "" } : null;
}

async function createShipments(
  tx: Queryable,
  context: CommandContext,
  lines: readonly CheckedLine<ShipmentContent>[],
): Promise<readonly LineOutcome[]> {
  const commands = lines.map((line) => creation(context, line));
  const decided = await executeShipmentCommands(tx, context, commands);
  return decided.map((outcome, index): LineOutcome => {
    if (outcome.outcome !== "rejected") return "accepted";
    // a creation is in conflict with nothing but its number
    if (outcome.rejection.kind === "conflict") return "duplicate";
    return refusedLine(lines[index]?.line ?? 0, outcome.rejection);
  });
}

function creation(
  { now }: CommandContext,
  { content }: CheckedLine<ShipmentContent>,
): ShipmentCommandFor {
  const shipmentId = newShipmentId();
  // the column is required
  const details = { ...content.details, shipmentNumber: content.shipmentNumber ?? "" };
  return { shipmentId, command: { type: "create_shipment", shipmentId, now, details } };
}
