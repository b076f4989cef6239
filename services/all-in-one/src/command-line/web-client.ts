import { z } from "zod";
import { CommandFailure, systemCode } from "./command-failure.ts";
import type { Connection } from "./connection.ts";

/** Answer of GET /api/imports/:id. */
const importSchema = z.object({
  id: z.string(),
  kind: z.enum(["shipments", "events"]),
  state: z.enum(["running", "done", "failed"]),
  error: z.string().nullable(),
  total: z.number(),
  processed: z.number(),
  accepted: z.number(),
  duplicates: z.number(),
  rejectedCount: z.number(),
  rejected: z.array(z.object({ line: z.number(), error: z.string() })),
});

/** How far an import is; `rejected` holds at most the first 1,000 lines after the one asked for. */
export type ImportStatus = z.output<typeof importSchema>;

/** The service is there but did not answer this once: asking again may help. */
export class PassingFailure extends Error {
  override readonly name = "PassingFailure";
}

/** A signed-in client of the web application. */
export interface WebClient {
  /** Uploads a file and answers the import's id. */
  upload(kind: ImportStatus["kind"], file: AsyncIterable<Uint8Array>): Promise<string>;
  /** Throws `PassingFailure` when the service is away. */
  importStatus(importId: string, afterLine?: number): Promise<ImportStatus>;
  logout(): Promise<void>;
}

/** Signs in. Throws a CommandFailure that names the remedy. */
export async function signIn(connection: Connection): Promise<WebClient> {
  const { email, password, baseUrl } = connection;
  const response = await send(baseUrl, "/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw await signInFailure(response, connection);
  await response.arrayBuffer();
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(";", 1)[0])
    .join("; ");
  if (cookie === "") throw notTheService(baseUrl);
  return {
    upload: (kind, file) => upload({ baseUrl, cookie }, kind, file),
    importStatus: (importId, afterLine) => importStatus({ baseUrl, cookie }, importId, afterLine),
    async logout() {
      const answer = await send(baseUrl, "/api/auth/logout", {
        method: "POST",
        headers: { cookie },
      });
      await answer.arrayBuffer();
    },
  };
}

interface Session {
  readonly baseUrl: string;
  readonly cookie: string;
}

async function upload(
  { baseUrl, cookie }: Session,
  kind: string,
  file: AsyncIterable<Uint8Array>,
): Promise<string> {
  const response = await send(baseUrl, `/api/imports?kind=${kind}`, {
    method: "POST",
    headers: { cookie, "content-type": "text/csv" },
    body: file,
    duplex: "half",
  });
  if (response.status !== 202) {
    throw new CommandFailure(`The service refused the file: ${await errorOf(response)}`);
  }
  return z.object({ importId: z.string() }).parse(await response.json()).importId;
}

async function importStatus(
  { baseUrl, cookie }: Session,
  importId: string,
  afterLine = 0,
): Promise<ImportStatus> {
  const path = `/api/imports/${importId}?afterLine=${String(afterLine)}`;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, { headers: { cookie } });
  } catch (cause) {
    throw new PassingFailure("no answer", { cause });
  }
  if (response.status >= 500) throw new PassingFailure(await errorOf(response));
  if (response.status !== 200) {
    throw new CommandFailure(`The import cannot be followed: ${await errorOf(response)}`);
  }
  return importSchema.parse(await response.json());
}

async function send(baseUrl: string, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`${baseUrl}${path}`, { ...request, redirect: "manual" });
  } catch (cause) {
    throw unreachable(baseUrl, cause);
  }
}

function unreachable(baseUrl: string, error: unknown): CommandFailure {
  // what went wrong while reading the file to be uploaded
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CommandFailure) return cause;
  }
  const code = systemCode(error);
  const why =
    code === "ENOTFOUND" ? "The host is unknown" : `No answer (${code ?? "unknown reason"})`;
  return new CommandFailure(
    `${why} from ${baseUrl}: start the service with npm start, or give its address with --url.`,
    { cause: error },
  );
}

async function signInFailure(response: Response, connection: Connection): Promise<CommandFailure> {
  const error = await errorOf(response);
  switch (response.status) {
    case 401:
      return new CommandFailure(
        `Sign-in as ${connection.email} failed: ${error}. Check --email and the password (--password-file or TRACKING_PASSWORD).`,
      );
    case 429: {
      const seconds = response.headers.get("retry-after") ?? "60";
      return new CommandFailure(`Too many sign-ins: try again in ${seconds} seconds.`);
    }
    default:
      return new CommandFailure(
        `${connection.baseUrl} does not take the sign-in (${String(response.status)} ${error}): check the address given with --url.`,
      );
  }
}

function notTheService(baseUrl: string): CommandFailure {
  return new CommandFailure(
    `${baseUrl} does not look like the service: check the address given with --url.`,
  );
}

async function errorOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return z.object({ error: z.string() }).parse(JSON.parse(text)).error;
  } catch {
    return response.statusText;
  }
}
