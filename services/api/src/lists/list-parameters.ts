export interface ListParameters {
  /** 1-200 */
  readonly limit: number;
  /** 0 to 2^53-1 */
  readonly offset: number;
  /** Null when the list is not filtered. */
  readonly status: string | null;
}

const defaultLimit = 50;
const maxLimit = 200;

/**
 * The parameters of a list (specification 4.1, 8): never an error. The first value of a repeated parameter counts, unknown ones are ignored.
 */
export function listParameters(query: URLSearchParams): ListParameters {
  return {
    limit: parseLimit(query.get("limit")),
    offset: parseOffset(query.get("offset")),
    status: query.get("status") || null,
  };
}

function parseLimit(text: string | null): number {
  const n = Number(text ?? "");
  if (!Number.isFinite(n) || n < 1) return defaultLimit;
  return Math.min(Math.trunc(n), maxLimit);
}

function parseOffset(text: string | null): number {
  const n = Number(text ?? "");
  if (!Number.isFinite(n)) return 0;
  return Math.min(Math.max(Math.trunc(n), 0), Number.MAX_SAFE_INTEGER);
}

/** The query part of a request target; faulty percent-encodings stay as they are. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  // the question mark stays: URLSearchParams takes one away, and a second one belongs to the first name
  return new URLSearchParams(start === -1 ? "" : target.slice(start).split("#", 1)[0]);
}
