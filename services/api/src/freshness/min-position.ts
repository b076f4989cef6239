import { formatPosition, parsePosition, type Position } from "@shipment-tracking/contracts";
import type { FastifyRequest } from "fastify";
import type { PositionWaiter } from "./position-waiter.ts";

export type MinPosition =
  | { readonly kind: "none" }
  | { readonly kind: "malformed" }
  | { readonly kind: "wanted"; readonly position: Position };

/** The position that a request wants to see applied (`X-Min-Position: <part>.<pos>`). */
export function minPosition(request: FastifyRequest): MinPosition {
  const header = request.headers["x-min-position"];
  if (header === undefined) return { kind: "none" };
  const position = typeof header === "string" ? parsePosition(header) : null;
  return position === null ? { kind: "malformed" } : { kind: "wanted", position };
}

/** Waits for the wanted position; the headers tell which one the answer shows at least. */
export async function waitAsWanted(
  waiter: PositionWaiter,
  { position }: MinPosition & { readonly kind: "wanted" },
): Promise<Readonly<Record<string, string>>> {
  const applied = await waiter.wait(position);
  return { "x-applied-position": formatPosition(applied) };
}
