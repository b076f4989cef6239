// A whole receiver of webhooks. Usage: WEBHOOK_SECRETS=whsec_… PORT=8090 tsx receiver.ts
import { createHmac, timingSafeEqual } from "node:crypto";
import fastify from "fastify";

// two while you rotate, separated by a comma
const secrets = (process.env["WEBHOOK_SECRETS"] ?? "").split(",");

interface Message {
  readonly type: string;
  readonly data: {
    readonly shipmentId: string;
    readonly sequence: number;
    readonly status: string;
  };
}

// In memory, to be short. Keep both in your database: ids for a month or longer (a replay has its message's id), one sequence a shipment.
const handledIds = new Set<string>();
const newestSequence = new Map<string, number>();

const app = fastify({ bodyLimit: 64 * 1024 });
// the signature is of the bytes: JSON that was parsed and written again need not be the same
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

app.post("/hook", async (request, reply) => {
  const id = String(request.headers["webhook-id"]);
  const timestamp = String(request.headers["webhook-timestamp"]);
  const signatures = String(request.headers["webhook-signature"]);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isGenuine({ id, timestamp, signatures, body })) return reply.code(401).send();
  if (!handledIds.has(id)) {
    handledIds.add(id);
    // answered first: what takes longer than 15 s would be sent again. In production, write the body to a table or queue here, then answer
    setImmediate(work, JSON.parse(body.toString("utf8")) as Message);
  }
  return reply.code(204).send();
});

function work({ type, data }: Message): void {
  // types may be added: what is not known is not an error
  if (type !== "shipment.status_changed") return say(`ignored ${type}`);
  const newest = newestSequence.get(data.shipmentId) ?? 0;
  if (data.sequence <= newest) return say(`stale ${String(data.sequence)}`);
  newestSequence.set(data.shipmentId, data.sequence);
  say(`${data.shipmentId} is ${data.status}`);
}

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly body: Buffer;
}

function isGenuine({ id, timestamp, signatures, body }: Signed): boolean {
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= 300)) return false;
  const given = signatures
    .split(" ")
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice(3), "base64"));
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

say(
  `listening on ${await app.listen({ port: Number(process.env["PORT"] ?? 8090), host: "127.0.0.1" })}`,
);
