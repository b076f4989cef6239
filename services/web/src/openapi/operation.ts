import type { z } from "zod";

/** A JSON Schema object as OpenAPI 3.1 holds it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the document says of one route. Who may call it is taken from the access table. */
export interface Operation {
  readonly tag:
    | "Session"
    | "Shipments"
    | "Imports"
    | "Customers"
    | "Invoices"
    | "Webhooks"
    | "Administration"
    | "Other";
  readonly summary: string;
  readonly description?: string;
  /** Schema of the JSON body as it comes in. */
  readonly body?: z.ZodType;
  /** The body may be missing. */
  readonly bodyOptional?: boolean;
  /** Body that is no JSON, by its media type. */
  readonly media?: string;
  readonly query?: readonly QueryParameter[];
  /** By status; errors that many routes have in common are added. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** A command of the business: takes Idempotency-Key, answers X-Position, can be refused with 409. */
  readonly command?: boolean;
}

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
}

interface Answer {
  readonly description: string;
  /** Names of the fields; absent: no body. */
  readonly fields?: readonly string[];
  /** When it is not JSON. */
  readonly media?: string;
}

export type Operations = Readonly<Record<string, Operation>>;

export function answer(description: string, ...fields: readonly string[]): Answer {
  return fields.length === 0 ? { description } : { description, fields };
}

export const text: JsonSchema = { type: "string" };

export function oneOf(values: readonly string[]): JsonSchema {
  return { type: "string", enum: values };
}

export const pageParameters: readonly QueryParameter[] = [
  {
    name: "limit",
    description: "Page size, 50 when absent; more than 200 counts as 200.",
    schema: { type: "integer", minimum: 1, default: 50 },
  },
  {
    name: "cursor",
    description: "`nextCursor` of the page before, as it came.",
    schema: text,
  },
];

/** The parameters of a query's schema: each must be described here, and nothing else. Throws otherwise. */
export function queryOf(
  schema: z.ZodObject,
  described: readonly QueryParameter[],
): readonly QueryParameter[] {
  const names = described.map((parameter) => parameter.name).toSorted();
  const taken = Object.keys(schema.shape).toSorted();
  if (names.join() === taken.join()) return described;
  throw new Error(`The query takes ${taken.join(", ")}, described are ${names.join(", ")}`);
}
