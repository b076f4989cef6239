import { modeWords, eventTypeWords, statusWords } from "../ui/index.ts";
import type { AuditLine } from "./shipment.ts";

const actions: Readonly<Record<string, string>> = {
  "shipment.created": "Created",
  "shipment.details_changed": "Details changed",
  "shipment.tracking_event_recorded": "Event recorded",
  "shipment.tracking_event_voided": "Event voided",
  "shipment.cancelled": "Cancelled",
  "shipment.reopened": "Reopened",
  "shipment.return_started": "Return started",
  "shipment.shared": "Tracking link created",
};

const fieldWords: Readonly<Record<string, string>> = {
  shipmentNumber: "Number",
  mode: "Mode",
  customerId: "Customer",
  carrierName: "Carrier",
  references: "References",
  origin: "Origin",
  destination: "Destination",
  pickupScheduledAt: "Pickup",
  deliveryScheduledAt: "Delivery",
  internalNotes: "Internal notes",
};

/** What was done, in words. */
export function actionWords(line: AuditLine): string {
  return actions[line.action] ?? line.action;
}

/** What changed by it: a phrase each. */
export function changeWords({ details }: AuditLine): readonly string[] {
  const given: Readonly<Record<string, unknown>> = details ?? {};
  const { eventType, city, reason, replacementId, previousStatus, status, changes } = given;
  return [
    typeof eventType === "string" && typeof city === "string"
      ? `${word(eventTypeWords, eventType)} in ${city}`
      : null,
    typeof reason === "string" ? `“${reason}”` : null,
    typeof replacementId === "string" ? "replaced by another event" : null,
    ...(Array.isArray(changes) ? changes.map(changeOf) : []),
    typeof previousStatus === "string" && typeof status === "string"
      ? `${word(statusWords, previousStatus)} → ${word(statusWords, status)}`
      : null,
  ].filter((phrase) => phrase !== null);
}

function changeOf(change: unknown): string | null {
  if (typeof change !== "object" || change === null || !("field" in change)) return null;
  const field = String(change.field);
  const from = valueWords(field, "from" in change ? change.from : null);
  const to = valueWords(field, "to" in change ? change.to : null);
  return field === "customerId" || field === "internalNotes"
    ? `${fieldWords[field] ?? field} changed`
    : `${fieldWords[field] ?? field}: ${from} → ${to}`;
}

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (field === "mode" && typeof value === "string") return word(modeWords, value);
  if (typeof value === "string") {
    return field.endsWith("At") ? `${value.slice(0, 16).replace("T", " ")} UTC` : value;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "none" : value.map((one) => partsOf(one, ": ")).join(", ");
  }
  return partsOf(value, ", ");
}

function partsOf(value: unknown, between: string): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value)
    .filter((part) => part !== null && part !== "")
    .join(between);
}

function word(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name;
}
