import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Something that is the same for everybody as long as this process runs. */
export interface Asset {
  readonly type: string;
  readonly cacheControl: string;
  /** 160 bits of the body's SHA-256, for addresses and tags. */
  readonly hash: string;
  /** Compressed once, at the first request for it. */
  body(encoding: Encoding): Promise<Buffer>;
}

type Encoding = "br" | "gzip" | "identity";

export interface AssetOptions {
  readonly type: string;
  readonly cacheControl: string;
}

export function createAsset(content: string | Buffer, options: AssetOptions): Asset {
  const plain = Buffer.from(content);
  const made = new Map<Encoding, Promise<Buffer>>();
  const make = (encoding: Encoding): Promise<Buffer> => {
    switch (encoding) {
      case "br":
        // a fifth smaller than gzip at half its time; the best quality would take seconds
        return promisify(brotliCompress)(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 6,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        });
      case "gzip":
        return promisify(gzip)(plain, { level: 6 });
      case "identity":
        return Promise.resolve(plain);
    }
  };
  return {
    ...options,
    hash: createHash("sha256").update(plain).digest("base64url").slice(0, 27),
    body: (encoding) => {
      const known = made.get(encoding) ?? make(encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

/** Answers with the asset, or 304 when the caller has it. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const tag = `"${asset.hash}${encoding === "identity" ? "" : `-${encoding}`}"`;
  void reply
    .header("cache-control", asset.cacheControl)
    .header("etag", tag)
    .header("vary", "Accept-Encoding");
  if (isKnown(request.headers["if-none-match"], tag)) return reply.code(304).send();
  if (encoding !== "identity") void reply.header("content-encoding", encoding);
  return reply.type(asset.type).send(await asset.body(encoding));
}

function isKnown(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false;
  return (
    condition.trim() === "*" || [...condition.matchAll(/"[^"]*"/g)].some(([one]) => one === tag)
  );
}

/** The best one that the client says it takes; weights but 0 are not looked at. */
function encodingFor(header: string | readonly string[] | undefined): Encoding {
  const accepted = String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.replace(/;.*$/, "").trim());
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "identity";
}
