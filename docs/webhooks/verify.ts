// Verifies a webhook with Node.js alone. Usage: tsx verify.ts SECRET ID TIMESTAMP SIGNATURES < body
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";

const toleranceSeconds = 300;

export interface SignedRequest {
  /** The headers webhook-id, webhook-timestamp and webhook-signature. */
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  /** The bytes as they came: not parsed and serialised again. */
  readonly body: Buffer;
}

/** Throws when the request is not from who knows the secret, or is old. */
export function verify(request: SignedRequest, secret: string): void {
  const { id, timestamp, signatures, body } = request;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) throw new Error("the timestamp is too old or too new");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const verified = signatures
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!verified) throw new Error("no signature fits");
}

const [secret = "", id = "", timestamp = "", signatures = ""] = process.argv.slice(2);
try {
  verify({ id, timestamp, signatures, body: readFileSync(0) }, secret);
  process.stdout.write("verified\n");
} catch (error) {
  process.stdout.write(`refused: ${String(error)}\n`);
  process.exitCode = 1;
}
