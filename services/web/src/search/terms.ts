import type { ShipmentDetails, TenantId } from "@shipment-tracking/domain";
import { foldedIdentifier, foldedWords } from "./fold-text.ts";

/** In characters: what is longer is compared by its beginning. An index entry holds 2,046 bytes. */
const longestTerm = 64;

/**
 * A term of the search documents: words are bare, so that they can be found by their beginning; whole numbers and references are behind
 * `=`, the mode is behind `#`, the customer's id behind `@`.
 */
export type Term = string;

export const wordTerm = (word: string): Term => shortened(word);
export const identifierTerm = (text: string): Term => `=${shortened(foldedIdentifier(text))}`;
export const modeTerm = (mode: string): Term => `#${mode}`;
export const customerTerm = (customerId: string): Term => `@${customerId}`;

/** A term as the index holds it: behind a piece of the tenant's id, so that looking a word up finds only the tenant's own. */
export function tenantTerm(tenantId: TenantId, term: Term): string {
  return tenantId.slice(-8) + term;
}

/** Everything that a shipment is found by. The customer's name is looked up by search: it changes without the shipment. */
export function termsOf(details: ShipmentDetails): readonly Term[] {
  const { shipmentNumber, references, carrierName, origin, destination, mode, customerId } =
    details;
  const identifiers = [shipmentNumber, ...references.map((reference) => reference.value)];
  const names = [carrierName, origin?.city, destination?.city].filter(
    (text) => text !== null && text !== undefined,
  );
  const words = identifiers.flatMap(foldedWords);
  const terms = [
    ...words,
    // people leave out the zeros that numbers are filled up with
    ...words.filter((word) => /^0+[^0]/.test(word)).map((word) => word.replace(/^0+/, "")),
    ...names.flatMap(foldedWords),
  ].map(wordTerm);
  const customer = customerId === null ? [] : [customerTerm(customerId)];
  return [...new Set([...terms, ...identifiers.map(identifierTerm), modeTerm(mode), ...customer])];
}

function shortened(text: string): string {
  return text.length <= longestTerm ? text : [...text].slice(0, longestTerm).join("");
}
