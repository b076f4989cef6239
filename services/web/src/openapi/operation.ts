import type { z } from "zod";
import { errorAnswer } from "./schemas/parts.ts";

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
    | "Event log"
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

export interface Answer {
  readonly description: string;
  /** Of the JSON body, with an id: it becomes a component; absent: no body. */
  readonly schema?: z.ZodType;
  /** When it is not JSON. */
  readonly media?: string;
  /** Of a stream: schemas of the events' data, by the event's name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
}

export type Operations = Readonly<Record<string, Operation>>;

/** Without a schema: there is no body. */
export function answer(description: string, schema?: z.ZodType): Answer {
  return schema === undefined ? { description } : { description, schema };
}

export function refusal(description: string): Answer {
  return answer(description, errorAnswer);
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
