export { cancelWaiting, countWaiting } from "./deliveries/cancel-waiting.ts";
export {
  type DeliveryRecord,
  type DeliveryState,
  deliveryStates,
} from "./deliveries/delivery-record.ts";
export { explainDeliveries } from "./deliveries/explain-deliveries.ts";
export { findDelivery, type FoundDelivery } from "./deliveries/find-delivery.ts";
export { type AttemptRecord, listAttempts } from "./deliveries/list-attempts.ts";
export { type DeliveriesPage, listDeliveries } from "./deliveries/list-deliveries.ts";
export {
  type NewestAttemptsOptions,
  listNewestAttempts,
  type ShortAttempt,
} from "./deliveries/list-newest-attempts.ts";
export {
  type AddressedDelivery,
  listDeliveriesOfMessages,
  type MessagesOptions,
} from "./deliveries/list-of-messages.ts";
export { lookNow } from "./deliveries/look-now.ts";
export {
  breakerLetsPass,
  endpointIsActive,
  endpointSlots,
  holdsItsLane,
  isDue,
  isUnclaimed,
  isUnderWay,
  laneIsFree,
  pauseIsOver,
  priorities,
  slotsPerEndpoint,
} from "./deliveries/predicates.ts";
export { queueTest, testBody } from "./deliveries/queue-test.ts";
export {
  type Recovered,
  type RecoverRange,
  recoverMessages,
} from "./deliveries/recover-messages.ts";
export { makeAllDue, makeDue, type Requeued, requeueMessage } from "./deliveries/requeue.ts";
export { type Waiting, type WaitingCode } from "./deliveries/why-waiting.ts";
export { claimDisabledNews, type DisabledNews, noteToldNews } from "./endpoints/disabled-news.ts";
export {
  type EndpointRecord,
  type EndpointState,
  type EndpointStateReason,
  headersContext,
  orderings,
  type SealedText,
  secretContext,
} from "./endpoints/endpoint-record.ts";
export {
  countEndpointsLocked,
  findEndpoint,
  listEndpoints,
  lockEndpoint,
} from "./endpoints/find-endpoints.ts";
export {
  attemptSample,
  type EndpointHealthView,
  readEndpointHealth,
} from "./endpoints/read-health.ts";
export {
  type EndpointFields,
  insertEndpoint,
  markEndpointDeleted,
  type NewEndpoint,
  resetHealth,
  rotateSecret,
  setEndpointState,
  updateEndpoint,
} from "./endpoints/save-endpoint.ts";
export { statusChangedType, testEventType } from "./event-types.ts";
export { webhookMigrations } from "./migrations.ts";
export {
  checkCustomHeaders,
  type CustomHeader,
  customHeadersMax,
} from "./headers/custom-headers.ts";
export { generateSecret } from "./signing/secret.ts";
export { sign, type SignedMessage } from "./signing/sign.ts";
export {
  checkTarget,
  type SafeTarget,
  type TargetCheck,
  type TargetContext,
} from "./target/check-target.ts";
export { defaultTargetRules, type TargetRules } from "./target/parse-target.ts";
export { createResolver, type Resolve } from "./target/resolver.ts";
export { targetRulesOf, type TargetSettings } from "./target/target-rules-of.ts";
