import type { components } from "../api/index.ts";

type Role = components["schemas"]["Role"];

export const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  dispatcher: "Dispatcher",
  billing: "Billing",
  admin: "Administrator",
};

export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: "Reads shipments, customers, invoices and webhooks, and shares tracking links.",
  dispatcher: "And writes shipments, tracking events and customers, and imports files.",
  billing: "Reads as a viewer, and writes customers and invoices.",
  admin: "Everything, with users, API keys, webhooks and the audit log.",
};

const roles: readonly Role[] = ["viewer", "dispatcher", "billing", "admin"];

export const roleChoices = roles.map((value) => ({ value, label: roleWords[value] }));

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
