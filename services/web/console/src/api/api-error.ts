/** An answer that is not what was asked for, or none at all (status 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 when the service was not reached. */
  readonly status: number;
  /** The field that the service's sentence names, as in `city: must not be empty`; null when it names none. */
  readonly field: string | null;
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(given: {
    readonly status: number;
    readonly message: string;
    readonly requestId?: string | null;
    readonly retryAfterSeconds?: number | null;
    readonly cause?: unknown;
  }) {
    const { field, sentence } = splitField(given.message);
    super(sentence, { cause: given.cause });
    this.status = given.status;
    this.field = field;
    this.requestId = given.requestId ?? null;
    this.retryAfterSeconds = given.retryAfterSeconds ?? null;
  }
}

/** `origin.city: must not be empty` names a field, `The name is taken: choose another.` does not. */
export function splitField(message: string): {
  readonly field: string | null;
  readonly sentence: string;
} {
  const [, field, rest] =
    /^([A-Za-z][A-Za-z0-9]*(?:[.[][A-Za-z0-9\]]+)*): (\S.*)$/s.exec(message) ?? [];
  return field === undefined || rest === undefined
    ? { field: null, sentence: message }
    : { field, sentence: rest };
}

/** The error behind an answer. */
export async function readError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiError({
    status: response.status,
    message: await sentenceOf(response),
    requestId: response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "error" in body) return String(body.error);
  } catch {
    // a proxy in between answered with a page of its own
  }
  return `The service answered with status ${String(response.status)}.`;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** For people; nothing of an unexpected error's inside. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ApiError) {
    return error.field === null ? error.message : `${error.field}: ${error.message}`;
  }
  return "Something went wrong in this page.";
}
