import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a receiver finds when it checks a webhook (Standard Webhooks, "Verifying"). */
export type SignatureCheck =
  | { readonly outcome: "verified" }
  /** A sentence for people. */
  | { readonly outcome: "refused"; readonly reason: string };

// what is older may be a copy that somebody sends again
const toleranceSeconds = 300;

/** Checks a webhook as docs/webhooks.md tells subscribers to. `secrets`: those that may have signed it. */
export function checkSignature(
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  secrets: readonly string[],
  nowMs: number,
): SignatureCheck {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") {
    return refused("It has no webhook-id, webhook-timestamp or webhook-signature.");
  }
  if (!(Math.abs(nowMs / 1_000 - Number(timestamp)) <= toleranceSeconds)) {
    return refused("Its timestamp is more than five minutes away from this machine's clock.");
  }
  if (secrets.length === 0) return refused("No endpoint has this inbox as its address.");
  const expected = secrets.map((secret) => sign(`${id}.${timestamp}.`, body, secret));
  const given = signatures
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3), "base64"));
  const verified = given.some((one) => expected.some((other) => areEqual(one, other)));
  return verified
    ? { outcome: "verified" }
    : refused("No signature fits a secret of the endpoint.");
}

function sign(prefix: string, body: Buffer, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(prefix).update(body).digest();
}

function areEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function refused(reason: string): SignatureCheck {
  return { outcome: "refused", reason };
}
