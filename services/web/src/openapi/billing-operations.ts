import { customerStatuses, invoiceStatuses } from "@shipment-tracking/domain";
import { createCustomerBody, updateCustomerBody } from "../customers/customer-body.ts";
import { customersQuery } from "../customers/routes.ts";
import {
  createInvoiceBody,
  issueBody,
  paymentBody,
  reasonBody,
  updateInvoiceBody,
  versionBody,
} from "../invoices/invoice-body.ts";
import { invoicesQuery } from "../invoices/read-routes.ts";
import {
  answer,
  oneOf,
  type Operations,
  pageParameters,
  queryOf,
  refusal,
  text,
} from "./operation.ts";
import {
  currencyList,
  customerAnswer,
  customerPage,
  invoiceAnswer,
  invoicePage,
  paymentAnswer,
  wholeInvoice,
} from "./schemas/billing.ts";

const customers = "Customers";
const invoices = "Invoices";
const uuid = { ...text, format: "uuid" };
const customer = answer("The customer.", customerAnswer);
const invoice = answer("The invoice.", invoiceAnswer);

export const billingOperations: Operations = {
  "GET /api/customers": {
    tag: customers,
    summary: "List customers",
    query: queryOf(customersQuery, [
      { name: "q", description: "Part of a name, number or reference.", schema: text },
      { name: "status", description: "Exactly this status.", schema: oneOf(customerStatuses) },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page, newest first.", customerPage) },
  },
  "POST /api/customers": {
    tag: customers,
    summary: "Create a customer",
    description: "Without `customerNumber` it gets the next free one.",
    command: true,
    body: createCustomerBody,
    answers: { 201: customer },
  },
  "GET /api/customers/:id": { tag: customers, summary: "One customer", answers: { 200: customer } },
  "PATCH /api/customers/:id": {
    tag: customers,
    summary: "Change a customer",
    command: true,
    body: updateCustomerBody,
    answers: { 200: customer },
  },
  "GET /api/invoices": {
    tag: invoices,
    summary: "List invoices",
    query: queryOf(invoicesQuery, [
      { name: "q", description: "Part of a number or a customer's name.", schema: text },
      { name: "status", description: "Exactly this status.", schema: oneOf(invoiceStatuses) },
      { name: "customerId", description: "The customer's id.", schema: uuid },
      { name: "shipmentId", description: "The shipment's id.", schema: uuid },
      {
        name: "overdue",
        description: "`true`: only overdue ones.",
        schema: oneOf(["true", "false"]),
      },
      ...pageParameters,
    ]),
    answers: { 200: answer("One page, newest first.", invoicePage) },
  },
  "POST /api/invoices": {
    tag: invoices,
    summary: "Create a draft",
    description:
      "Amounts are whole numbers of the currency's minor unit. Without `invoiceNumber` it gets the next free one.",
    command: true,
    body: createInvoiceBody,
    answers: {
      201: invoice,
      404: refusal("The customer or the shipment that the body names is not there."),
    },
  },
  "GET /api/invoices/:id": {
    tag: invoices,
    summary: "One invoice with its payments",
    answers: { 200: answer("The invoice.", wholeInvoice) },
  },
  "PATCH /api/invoices/:id": {
    tag: invoices,
    summary: "Change a draft",
    command: true,
    body: updateInvoiceBody,
    answers: { 200: invoice },
  },
  "DELETE /api/invoices/:id": {
    tag: invoices,
    summary: "Delete a draft",
    command: true,
    body: versionBody,
    bodyOptional: true,
    answers: { 204: answer("It is deleted.") },
  },
  "POST /api/invoices/:id/issue": {
    tag: invoices,
    summary: "Issue a draft",
    command: true,
    body: issueBody,
    bodyOptional: true,
    answers: { 200: invoice },
  },
  "POST /api/invoices/:id/payments": {
    tag: invoices,
    summary: "Record a payment",
    command: true,
    body: paymentBody,
    answers: { 201: answer("The invoice after the payment.", paymentAnswer) },
  },
  "POST /api/invoices/:id/payments/:paymentId/reverse": {
    tag: invoices,
    summary: "Take a payment back",
    command: true,
    body: reasonBody,
    bodyOptional: true,
    answers: { 201: answer("The invoice after the reversal.", paymentAnswer) },
  },
  "POST /api/invoices/:id/void": {
    tag: invoices,
    summary: "Void an invoice on which nothing is paid",
    command: true,
    body: reasonBody,
    bodyOptional: true,
    answers: { 200: invoice },
  },
  "POST /api/invoices/:id/uncollectible": {
    tag: invoices,
    summary: "Give an invoice up",
    command: true,
    body: reasonBody,
    bodyOptional: true,
    answers: { 200: invoice },
  },
  "GET /api/currencies": {
    tag: invoices,
    summary: "Currencies with the digits of their amounts",
    answers: { 200: answer("All that can be entered.", currencyList) },
  },
};
