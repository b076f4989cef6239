import type { ShellPage } from "./routes.ts";

export interface NavigationGroup {
  readonly label: string | null;
  readonly pages: readonly ShellPage[];
}

/** The left side; what the role may not see is left out. */
export const navigation: readonly NavigationGroup[] = [
  { label: null, pages: ["board", "customers", "invoices", "imports"] },
  { label: "Developers", pages: ["developer", "apiKeys", "webhooks", "eventLog"] },
  { label: "Company", pages: ["users", "auditLog", "settings"] },
];
