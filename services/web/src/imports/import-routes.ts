import { Readable } from "node:stream";
import type { Pool } from "@shipment-tracking/postgres";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { originOf } from "../audit/origin-of.ts";
import { signedInUser } from "../auth/guard.ts";
import { Refusal } from "../http/refusal.ts";
import { isUuid, newId } from "../ids.ts";
import { importKinds, type ImportKind } from "./columns.ts";
import { importAnswer } from "./import-answer.ts";
import { findImport, listImports } from "./import-records.ts";
import { listRejections } from "./import-rejections.ts";
import { maxFileBytes, receiveUpload, type Received } from "./receive-upload.ts";

export interface ImportRoutesOptions {
  readonly pool: Pool;
  /** Called when an upload is complete: a worker in the same process looks at once. */
  wakeImports?(): void;
}

/** Rejected lines in one answer; `afterLine` asks for those behind. */
const maxAnsweredRejections = 1_000;
const maxListed = 50;

/**
 * Plugin with the routes of imports (04-web-api). Only here a body is CSV, and larger than other bodies: it is kept as it comes in and never
 * held in memory.
 */
export async function importRoutes(
  app: FastifyInstance,
  options: ImportRoutesOptions,
): Promise<void> {
  const { pool } = options;
  acceptCsvOnly(app);
  app.post("/api/imports", (request, reply) => upload(options, request, reply));

  app.get("/api/imports", async (request) => {
    const { tenant } = signedInUser(request);
    const imports = await listImports(pool, tenant.id, { limit: maxListed });
    return { items: imports.map((record) => importAnswer(record)) };
  });

  app.get("/api/imports/:id", async (request) => {
    const { tenant } = signedInUser(request);
    const { id } = request.params as { readonly id: string }; // the route's pattern has :id
    const record = isUuid(id) ? await findImport(pool, tenant.id, id.toLowerCase()) : null;
    if (record === null) throw new Refusal(404, "Not found");
    const page = { afterLine: afterLineOf(request), limit: maxAnsweredRejections };
    return { ...importAnswer(record), rejected: await listRejections(pool, record.id, page) };
  });
  await Promise.resolve();
}

const wrongType = "The Content-Type must be text/csv.";

function acceptCsvOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/csv", (request, payload, done) => {
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(
      request.headers["content-type"] ?? "",
    )?.[1];
    if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) done(null, payload);
    else done(new Refusal(415, "The Content-Type must be text/csv in UTF-8."));
  });
  app.addContentTypeParser("*", (_request, _payload, done) => {
    done(new Refusal(415, wrongType));
  });
}

async function upload(
  { pool, wakeImports }: ImportRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const importId = newId();
  switch (await receive(pool, request, importId)) {
    case "received":
      wakeImports?.();
      return reply.code(202).header("location", `/api/imports/${importId}`).send({ importId });
    case "empty":
      throw new Refusal(400, "The file is empty.");
    case "too_large":
      throw tooLarge();
  }
}

async function receive(pool: Pool, request: FastifyRequest, importId: string): Promise<Received> {
  const { tenant, userId } = signedInUser(request);
  const upload = {
    id: importId,
    tenantId: tenant.id,
    kind: kindOf(request),
    createdBy: userId,
    origin: originOf(request),
  };
  if (Number(request.headers["content-length"] ?? 0) > maxFileBytes) throw tooLarge();
  // a request without a body has no Content-Type to be refused by
  if (!(request.body instanceof Readable)) throw new Refusal(415, wrongType);
  try {
    // leaving the stream early must not close the connection: the answer is still to be sent
    return await receiveUpload(pool, upload, request.body.iterator({ destroyOnReturn: false }));
  } catch (error) {
    if (request.raw.destroyed && !request.raw.complete) {
      throw new Refusal(400, "The upload broke off.");
    }
    throw error;
  } finally {
    // what is still to come is read and dropped, so that the client gets to the answer
    request.raw.resume();
  }
}

function kindOf(request: FastifyRequest): ImportKind {
  const { kind: given } = request.query as { readonly kind?: string | readonly string[] };
  const kind = importKinds.find((candidate) => candidate === given);
  if (kind !== undefined) return kind;
  throw new Refusal(400, `kind: must be one of ${importKinds.join(", ")}.`);
}

function afterLineOf(request: FastifyRequest): number {
  const { afterLine } = request.query as { readonly afterLine?: unknown };
  const line = Number(afterLine ?? 0);
  return Number.isInteger(line) && line >= 0 && line < 2 ** 31 ? line : 0;
}

function tooLarge(): Refusal {
  return new Refusal(
    413,
    "The file is larger than 20 MB: split it, each part with the header line.",
  );
}
