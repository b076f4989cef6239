import type { components } from "../api/index.ts";

export type AuditLine = components["schemas"]["AuditLine"];

/** How people call what a line is about; null when it does not say. */
export function labelOf({ details }: Pick<AuditLine, "details">): string | null {
  const given: Readonly<Record<string, unknown>> = details ?? {};
  const label = labels.map((name) => given[name]).find((value) => typeof value === "string");
  return label ?? null;
}

const labels = ["shipmentNumber", "invoiceNumber", "customerNumber", "name", "email"];

/** What changed, as `city: Bern → Thun, note: empty`; without its label and the ids, which a line whole has. */
export function changeWords(details: AuditLine["details"]): string {
  const label = labelOf({ details });
  return changesOf(details)
    .filter(([name, words]) => words !== label && !name.endsWith(" id"))
    .map(([name, words]) => (name === onlyChange ? words : `${name}: ${words}`))
    .join(", ");
}

const onlyChange = "Change";

/** Each change with what it is about; of an action that has only one it is `Change`. */
export function changesOf(
  details: AuditLine["details"],
): readonly (readonly [name: string, words: string])[] {
  if (details === null) return [];
  const words = valueWords(details);
  if (Object.keys(details).toSorted().join() === "from,to") {
    return [[onlyChange, words]];
  }
  return Object.entries(details).map(
    ([name, value]) => [nameWords(name), codeWords(name, value) ?? valueWords(value)] as const,
  );
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? "none" : value.map(valueWords).join(" and ");
  }
  const entries = Object.entries(value);
  const [from, to] = ["from", "to"].map((name) => entries.find(([key]) => key === name));
  if (from !== undefined && to !== undefined && entries.length === 2) {
    return `${valueWords(from[1])} → ${valueWords(to[1])}`;
  }
  return `(${entries.map(([name, part]) => `${nameWords(name)}: ${valueWords(part)}`).join(", ")})`;
}

/** What a code of the service means; null when the value is none. */
function codeWords(name: string, value: unknown): string | null {
  if (name !== "stateReason" || typeof value !== "string") return null;
  return stateReasons[value] ?? null;
}

const stateReasons: Readonly<Record<string, string>> = {
  gone: "the receiver answered 410 Gone",
  failing: "every attempt of five days failed",
  unsafe_target: "its host leads to an address that webhooks are not sent to",
};

/** `shipmentNumber` is `shipment number`. */
function nameWords(name: string): string {
  if (name === "stateReason") return "why";
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
