// What one would write instead: fastify, pg's pool, rows turned into objects, JSON.stringify. Prints its port.
import { createHash } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const app = Fastify();

app.get("/api/v1/shipments", async (request, reply) => {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const hash = createHash("sha256").update(key).digest();
  const keys = await pool.query<{ tenant_id: string }>(
    `select k.tenant_id from read.api_keys k join read.tenants t using (tenant_id)
      where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and t.active`,
    [hash],
  );
  const tenantId = keys.rows[0]?.tenant_id;
  if (tenantId === undefined) return reply.code(401).send({ error: "Invalid API key" });
  const { rows } = await pool.query<Record<string, unknown>>(
    `select id, shipment_number, status, mode, origin_city, dest_city, pickup_scheduled_at, delivery_scheduled_at, created_at
      from naive.shipments where tenant_id = $1 order by created_at desc, id desc limit 50 offset 0`,
    [tenantId],
  );
  const items = rows.map((row) => ({
    id: row["id"],
    shipmentNumber: row["shipment_number"],
    status: row["status"],
    mode: row["mode"],
    originCity: row["origin_city"],
    destCity: row["dest_city"],
    pickupScheduledAt: row["pickup_scheduled_at"],
    deliveryScheduledAt: row["delivery_scheduled_at"],
    createdAt: row["created_at"],
  }));
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(items));
});

const address = await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${JSON.stringify({ port: Number(new URL(address).port) })}\n`);
