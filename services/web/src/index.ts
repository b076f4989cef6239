export { createApiKey, type CreatedApiKey, type NewApiKey } from "./api-keys/create-api-key.ts";
export { buildWeb, type WebDeps } from "./app.ts";
export { createUser, type CreateUserOutcome, type NewUser } from "./auth/create-user.ts";
export { hashPassword } from "./auth/passwords.ts";
export { type Role, roles } from "./auth/roles.ts";
export {
  type CommandContext,
  type CommandOutcome,
  executeShipmentCommands,
  inRepeatedTransaction,
  type LogPosition,
  type ShipmentCommandFor,
  TransactionConflict,
} from "./commands/execute.ts";
export {
  createSecretBox,
  type ParsedSecretKeys,
  parseSecretKeys,
  type SecretBox,
  type SecretKey,
} from "./crypto/secret-box.ts";
export { type ImportWorker, importWorker, type ImportWorkerDeps } from "./imports/import-worker.ts";
export { webMigrations } from "./migrations.ts";
export {
  fetchTrackingFrom,
  type FetchTracking,
  type TrackingAnswer,
} from "./pages/fetch-tracking.ts";
export { shareShipment, type ShareOutcome } from "./shipments/share-shipment.ts";
export {
  createTenant,
  type CreateTenantOutcome,
  type NewTenant,
  setTenantActive,
} from "./tenants/create-tenant.ts";
