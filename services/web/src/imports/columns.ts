/** What a file can hold: one kind a file. */
export const importKinds = ["shipments", "events"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Columns of a shipments file; `shipmentNumber` and `mode` must be there, the others may be. */
const shipmentColumns = [
  "shipmentNumber",
  "mode",
  "originCity",
  "originCountryCode",
  "originAddressLine1",
  "originPostalCode",
  "originTimeZone",
  "destCity",
  "destCountryCode",
  "destAddressLine1",
  "destPostalCode",
  "destTimeZone",
  "pickupScheduledAt",
  "deliveryScheduledAt",
  "carrierName",
  "reference",
  "internalNotes",
] as const;
type ShipmentColumn = (typeof shipmentColumns)[number];

/** Columns of an events file; the first four must be there, the others may be. */
const eventColumns = [
  "shipmentNumber",
  "eventType",
  "city",
  "eventAt",
  "timeZone",
  "description",
  "internalNote",
  "externalId",
] as const;
type EventColumn = (typeof eventColumns)[number];

export type ImportColumn = ShipmentColumn | EventColumn;

const known: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  shipments: shipmentColumns,
  events: eventColumns,
};
/** Columns that a file must have, each line with a value. */
export const requiredColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  shipments: shipmentColumns.slice(0, 2),
  events: eventColumns.slice(0, 4),
};

/** The header's columns in the order of the file, or the sentence that says what is wrong with it. */
export type Header =
  | { readonly ok: true; readonly columns: readonly ImportColumn[] }
  | { readonly ok: false; readonly reason: string };

/** Reads the header line of a file; names are matched exactly, in any order, each at most once. */
export function readHeader(kind: ImportKind, names: readonly string[]): Header {
  const columns: ImportColumn[] = [];
  for (const name of names.map((text) => text.trim())) {
    const column = known[kind].find((candidate) => candidate === name);
    if (column === undefined) return { ok: false, reason: unknownColumn(kind, name) };
    if (columns.includes(column)) {
      return { ok: false, reason: `The header line names the column ${column} twice.` };
    }
    columns.push(column);
  }
  const missing = requiredColumns[kind].filter((column) => !columns.includes(column));
  if (missing.length === 0) return { ok: true, columns };
  const what = missing.length === 1 ? "column" : "columns";
  return {
    ok: false,
    reason: `The header line lacks the ${what} ${missing.join(", ")}. ${knownColumns(kind)}`,
  };
}

function unknownColumn(kind: ImportKind, name: string): string {
  const hint = /[;\t|]/.test(name) ? "Columns are separated by commas." : otherKindHint(kind, name);
  const shown = name === "" ? "an empty column name" : `the unknown column ${printable(name, 60)}`;
  return `The header line has ${shown}. ${hint}${knownColumns(kind)}`;
}

function otherKindHint(kind: ImportKind, name: string): string {
  const other = kind === "events" ? "shipments" : "events";
  const belongs = known[other].some((column) => column === name);
  return belongs ? `It belongs to a file of ${other}. ` : "";
}

function knownColumns(kind: ImportKind): string {
  const optional = known[kind].filter((column) => !requiredColumns[kind].includes(column));
  return `A file of ${kind} has the columns ${requiredColumns[kind].join(", ")} and, if wanted, ${optional.join(", ")}.`;
}

/** A text from outside as it can be shown and stored in an error: control characters visible, cut to a length. */
export function printable(text: string, maxLength: number): string {
  return JSON.stringify(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
}
