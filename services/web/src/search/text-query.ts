import type { TenantId } from "@shipment-tracking/domain";
import type { FoundCustomers } from "./find-customers.ts";
import { customerTerm, modeTerm, tenantTerm, type Term, wordTerm } from "./terms.ts";

/** The text of a `tsquery` over the search documents of one tenant. */
export type TextQuery = string;

export interface DocumentFilter {
  /** Each must be the beginning of a word of the shipment or of its customer's name. */
  readonly words: readonly string[];
  readonly customers: FoundCustomers;
  readonly mode: string | null;
  readonly customerId: string | null;
}

/** Null when the filter asks for nothing that the documents know. */
export function documentQuery(tenantId: TenantId, filter: DocumentFilter): TextQuery | null {
  const { words, customers, mode, customerId } = filter;
  const ofCustomer = (id: string): TextQuery => quoted(tenantId, customerTerm(id));
  const everyWord = words.map((word) =>
    anyOf([
      `${quoted(tenantId, wordTerm(word))}:*`,
      ...(customers.byWord.get(word) ?? []).map(ofCustomer),
    ]),
  );
  const parts =
    words.length === 0
      ? []
      : [anyOf([everyWord.join(" & "), ...customers.ofAllWords.map(ofCustomer)])];
  if (mode !== null) parts.push(quoted(tenantId, modeTerm(mode)));
  if (customerId !== null) parts.push(ofCustomer(customerId));
  return parts.length === 0 ? null : parts.join(" & ");
}

/** Shipments that have any of these terms. */
export function anyTermQuery(tenantId: TenantId, terms: readonly Term[]): TextQuery {
  return anyOf(terms.map((term) => quoted(tenantId, term)));
}

function anyOf(parts: readonly string[]): TextQuery {
  return `(${parts.join(" | ")})`;
}

/** No term holds a quote or a backslash. */
function quoted(tenantId: TenantId, term: Term): string {
  return `'${tenantTerm(tenantId, term)}'`;
}
