import { z } from "zod";
import { operations } from "./operations.ts";
import { answerTo } from "./responses.ts";

/** An answer as it went out. */
export interface SentAnswer {
  /** As `GET /api/shipments/:id`. */
  readonly route: string;
  readonly status: number;
  /** Empty: none. */
  readonly body: string;
}

/** What the document does not say of this answer, in words; null: it is as documented. Unknown fields are a fault. */
export function answerFault({ route, status, body }: SentAnswer): string | null {
  const operation = operations[route];
  const documented = operation === undefined ? null : answerTo(route, operation, status);
  if (documented === null) return `${route} ${String(status)} is not documented: ${body}`;
  const { schema, media } = documented;
  if (media !== undefined) return null;
  if (schema === undefined) {
    return body === "" ? null : `${route} ${String(status)} is documented without a body: ${body}`;
  }
  const checked = schema.safeParse(parsed(body));
  return checked.success
    ? null
    : `${route} ${String(status)} is not as documented: ${z.prettifyError(checked.error)}\n${body}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
