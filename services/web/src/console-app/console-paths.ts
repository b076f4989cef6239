/**
 * Where the console's screens are, in the notation that Fastify and react-router share. The server answers these with the console's page, the access
 * table has a line for each, and the console's router takes them from here.
 */
export const consolePaths = {
  board: "/",
  newShipment: "/shipments/new",
  shipment: "/shipments/:id",
  editShipment: "/shipments/:id/edit",
  customers: "/customers",
  newCustomer: "/customers/new",
  customer: "/customers/:id",
  invoices: "/invoices",
  newInvoice: "/invoices/new",
  invoice: "/invoices/:id",
  imports: "/imports",
  import: "/imports/:id",
  apiKeys: "/api-keys",
  webhooks: "/webhooks",
  newWebhook: "/webhooks/new",
  webhook: "/webhooks/:id",
  delivery: "/webhooks/deliveries/:id",
  eventLog: "/event-log",
  auditLog: "/audit-log",
  users: "/users",
  settings: "/settings",
  developer: "/developer",
  login: "/login",
  reset: "/reset",
  setUp: "/set-up",
} as const;

export type ConsolePage = keyof typeof consolePaths;
