export {
  decideCustomer,
  evolveCustomer,
  type CustomerCommand,
  type CustomerDecision,
  type CustomerState,
} from "./customer/decide.ts";
export * from "./customer/events.ts";
export type * from "./ids.ts";
export type * from "./invoice/commands.ts";
export { decideInvoice } from "./invoice/decide.ts";
export * from "./invoice/events.ts";
export type { InvoiceDecision } from "./invoice/outcome.ts";
export { priceLines } from "./invoice/price-lines.ts";
export { evolveInvoice, isOverdue, type InvoiceState } from "./invoice/state.ts";
export { dateOf } from "./money/calendar-date.ts";
export { findPrivateData, withoutOverlaps } from "./privacy/private-data.ts";
export {
  type PrivateFind,
  type PrivateKind,
  privateKinds,
  privateSentences,
} from "./privacy/private-find.ts";
export { changedFacts } from "./shipment/changed-facts.ts";
export { cityKey } from "./shipment/city-key.ts";
export type * from "./shipment/commands.ts";
export { currentStatus } from "./shipment/current-status.ts";
export { decideShipment } from "./shipment/decide.ts";
export type * from "./shipment/decision.ts";
export type * from "./shipment/events.ts";
export { evolveShipment } from "./shipment/evolve.ts";
export { initialFold, nextFold, type FoldedFact } from "./shipment/fold.ts";
export { eventAtToleranceMs } from "./shipment/reported-event.ts";
export {
  meaningsText,
  shipmentModeMeanings,
  shipmentStatusMeanings,
  trackingEventMeanings,
} from "./shipment/meanings.ts";
export type * from "./shipment/state.ts";
export * from "./shipment/status.ts";
export { windowStart } from "./shipment/window.ts";
export { isBlank } from "./text/blank.ts";
export { descriptionMaxLength, lengthInCharacters } from "./text/length.ts";
export { normalizeText } from "./text/normalize-text.ts";
