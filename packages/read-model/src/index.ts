export { type AppliedRange, type AppliedTimes, createAppliedTimes } from "./apply/applied-times.ts";
export {
  applyDelivery,
  applyDeliveryIn,
  type ApplySummary,
  type DeliveryToApply,
} from "./apply/apply-delivery.ts";
export type { Transactions } from "./apply/transactions.ts";
export { type ConsumerState, readConsumerState } from "./apply/consumer-state.ts";
export type { DeliveredBatch } from "./apply/claim-positions.ts";
export type { Poison } from "./apply/group-streams.ts";
export { listParked, type ParkedStream } from "./apply/parked-streams.ts";
export { readPositions } from "./apply/positions.ts";
export { SupersededError } from "./apply/superseded-error.ts";
export { projectorConsumer, type Target } from "./apply/target.ts";
export { unparkStream, type UnparkOptions, type UnparkResult } from "./apply/unpark-stream.ts";
export { auditLive, type LiveAudit } from "./audit/audit-live.ts";
export { readModelMigrations } from "./migrations.ts";
export { appliedPositions } from "./queries/applied-positions.ts";
export { findApiKey, findApiKeys, type FoundApiKey } from "./queries/find-api-key.ts";
export { findPublicTracking } from "./queries/find-public-tracking.ts";
export { getShipment, type ShipmentAnswer } from "./queries/get-shipment.ts";
export { customerList, invoiceList, listCustomers, listInvoices } from "./queries/list-billing.ts";
export {
  canOccur,
  emptyPage,
  type ListArgs,
  type ListDefinition,
  type ListPage,
  readDeepPages,
  readPage,
  readPages,
  type TenantPage,
} from "./queries/list-page.ts";
export { type KeyedPage, type OpenedPage, readKeyedPages } from "./queries/keyed-pages.ts";
export { deepestInBatch } from "./queries/list-texts.ts";
export { listShipments, shipmentList } from "./queries/list-shipments.ts";
export type { Stamp } from "./queries/stamp.ts";
export type { LogSource } from "./rebuild/log-source.ts";
export {
  rebuild,
  type RebuildOptions,
  type RebuildPhase,
  type RebuildReport,
} from "./rebuild/rebuild.ts";
export { RebuildRefused } from "./rebuild/rebuild-refused.ts";
export { type Generation, listGenerations } from "./rebuild/registry.ts";
export { rollBack, type RollBackOptions } from "./rebuild/roll-back.ts";
export { isRebuilding } from "./rebuild/session.ts";
export type { Switched } from "./rebuild/switch-generation.ts";
