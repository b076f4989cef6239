export { listApiKeys } from "./api-keys/api-key-rows.ts";
export { createApiKey, type CreatedApiKey, type NewApiKey } from "./api-keys/create-api-key.ts";
export { revokeApiKey } from "./api-keys/revoke-api-key.ts";
export { buildWeb, type WebDeps } from "./app.ts";
export { createUser, type CreateUserOutcome, type NewUser } from "./auth/create-user.ts";
export { insertLink, type LinkPurpose } from "./auth/password-links.ts";
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
export { findKeyFault, type KeyFault } from "./crypto/check-encryption-keys.ts";
export { type ImportWorker, importWorker, type ImportWorkerDeps } from "./imports/import-worker.ts";
export { mailEnvironment, smtpSettings } from "./mail/mail-config.ts";
export type { MailSettings } from "./mail/mail.ts";
export { passwordLinkUrl } from "./mail/password-mails.ts";
export {
  changeInvoice,
  type InvoiceAction,
  type InvoiceActionOn,
} from "./invoices/change-invoice.ts";
export { createInvoice, type NewInvoice } from "./invoices/create-invoice.ts";
export type { InvoiceOutcome } from "./invoices/record-invoice-event.ts";
export { webMigrations } from "./migrations.ts";
export {
  createCustomer,
  type CustomerOutcome,
  type NewCustomer,
} from "./customers/execute-customer-command.ts";
export {
  fetchTrackingFrom,
  type FetchTracking,
  type TrackingAnswer,
} from "./pages/fetch-tracking.ts";
export { findKeyTenant } from "./operator/find-key-tenant.ts";
export { findTenants, listTenants, type TenantRecord } from "./operator/find-tenants.ts";
export { findUserByEmail, type FoundUser } from "./operator/find-user.ts";
export { makePasswordLink, type PasswordLink } from "./operator/make-password-link.ts";
export {
  type OperatorInput,
  readInvitation,
  readKeyExpiry,
  readKeyName,
} from "./operator/operator-input.ts";
export { waitUntilApplied } from "./operator/wait-until-applied.ts";
export { changeUser, type ChangeUserOutcome, type UserChange } from "./people/change-user.ts";
export { type Invitation, type InviteOutcome, inviteUser } from "./people/invite-user.ts";
export { shareShipment, type ShareOutcome } from "./shipments/share-shipment.ts";
export {
  createTenant,
  type CreateTenantOutcome,
  type NewTenant,
  setTenantActive,
} from "./tenants/create-tenant.ts";
export { createEndpoint as createWebhookEndpoint } from "./webhooks/create-endpoint.ts";
export { countOccurrences } from "./metrics/count-occurrences.ts";
