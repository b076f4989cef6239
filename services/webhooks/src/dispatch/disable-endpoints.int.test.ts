import { randomUUID } from "node:crypto";
import { inTransaction, type Queryable } from "@shipment-tracking/postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { disableEndpoints } from "./disable-endpoints.ts";
import { type HealthRun, startRun } from "./learn-health.ts";
import { lockHealth } from "./lock-health.ts";

let at: Dispatching;
beforeEach(async () => {
  at = await Dispatching.start();
  await at.rows(
    "insert into write.tenants (id, name, active, version, created_at) values ($1, 'Alpine Cargo', true, 1, now())",
    [at.tables.tenantId],
  );
});
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});

const address = "https://hooks.example.com:8443/secret-path?key=secret-query";

/** As a worker does, in its role. */
async function disable(id: string, reason: HealthRun["disable"], then?: () => never) {
  return await inTransaction(at.db.pool("webhooks"), async (tx: Queryable) => {
    const { endpoints } = await lockHealth(tx, [id]);
    const runs = [...endpoints.values()].map((health) => ({
      ...startRun(health),
      disable: reason,
    }));
    const disabled = await disableEndpoints(tx, runs);
    then?.();
    return disabled;
  });
}

const audit = () =>
  at.rows(`
    select audit_log.tenant_id, audit_log.actor_kind, audit_log.actor_id, audit_log.action, audit_log.subject_type,
      audit_log.subject_id, audit_log.details
    from write.audit_log
    order by audit_log.id`);
const news = () =>
  at.rows(`
    select disabled_news.tenant_id, disabled_news.told_to, disabled_news.told_at,
      disabled_news.disabled_at = endpoints.state_changed_at as of_now
    from hooks.disabled_news
    join hooks.endpoints on endpoints.id = disabled_news.endpoint_id`);
const states = () => at.rows("select endpoints.state from hooks.endpoints");

describe("an endpoint that is disabled", () => {
  it.each(["gone", "failing", "unsafe_target"] as const)(
    "(%s) leaves an audit line with its host and the reason, and news to be told",
    async (reason) => {
      const { id, tenantId } = await at.tables.endpoint({ url: address });
      expect(await disable(id, reason)).toEqual([{ endpointId: id, reason }]);
      expect(await audit()).toEqual([
        {
          tenant_id: tenantId,
          actor_kind: "system",
          actor_id: null,
          action: "webhook_endpoint.disabled",
          subject_type: "webhook_endpoint",
          subject_id: id,
          details: expect.any(String),
        },
      ]);
      const [line] = await at.rows<{ details: string }>("select details from write.audit_log");
      expect(JSON.parse(line?.details ?? "")).toEqual({
        host: "hooks.example.com:8443",
        stateReason: reason,
      });
      expect(await news()).toEqual([
        { tenant_id: tenantId, told_to: [], told_at: null, of_now: true },
      ]);
    },
  );

  it("leaves them when a receiver answers 410", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    at.receiver.answer((_received, response) => response.writeHead(410).end());
    await at.put(at.messages(1));
    at.worker();
    await eventually(async () => expect(await states()).toEqual([{ state: "disabled" }]));
    expect(await audit()).toHaveLength(1);
    expect(await news()).toMatchObject([{ of_now: true }]);
  });

  it("leaves neither when the transaction fails", async () => {
    const { id } = await at.tables.endpoint({ url: address });
    const failure = disable(id, "gone", () => {
      throw new Error("the database is away");
    });
    await expect(failure).rejects.toThrow("the database is away");
    expect([await states(), await audit(), await news()]).toEqual([[{ state: "active" }], [], []]);
  });

  it("leaves nothing more while it is disabled, and both again when it was enabled meanwhile", async () => {
    const { id } = await at.tables.endpoint({ url: address });
    await disable(id, "gone");
    await at.rows(
      "update hooks.disabled_news set told_to = array[gen_random_uuid()], told_at = now()",
    );
    expect(await disable(id, "failing")).toEqual([]);
    expect(await audit()).toHaveLength(1);
    expect(await news()).toMatchObject([{ told_at: expect.any(String), of_now: true }]);
    await at.rows("update hooks.endpoints set state = 'active', state_reason = null");
    await disable(id, "failing");
    expect(await audit()).toHaveLength(2);
    expect(await news()).toMatchObject([{ told_to: [], told_at: null, of_now: true }]);
  });

  it("is disabled without a line when its tenant is unknown to the audit log", async () => {
    const { id } = await at.tables.endpoint({ url: address, tenantId: randomUUID() });
    await disable(id, "gone");
    expect(await states()).toEqual([{ state: "disabled" }]);
    expect(await audit()).toEqual([]);
  });
});

describe("the right to write audit lines", () => {
  const call =
    "select write.audit_disabled_webhooks('{}'::uuid[], '{}'::uuid[], '{}'::text[], '{}'::text[])";

  it("of the worker ends at this one", async () => {
    const worker = at.db.pool("webhooks");
    await expect(worker.query({ text: call })).resolves.toMatchObject({ rowCount: 1 });
    for (const text of [
      "select from write.audit_log",
      "select from write.tenants",
      `insert into write.audit_log (tenant_id, actor_kind, action, subject_type, subject_id)
       values (gen_random_uuid(), 'user', 'user.role_changed', 'user', '1')`,
      "update write.audit_log set action = 'x'",
      "delete from write.audit_log",
    ]) {
      await expect(worker.query({ text })).rejects.toMatchObject({ code: "42501" });
    }
  });

  it.each(["web", "api", "projector", "relay", "usage"] as const)(
    "by this way is not the role's %s",
    async (role) => {
      await expect(at.db.pool(role).query({ text: call })).rejects.toMatchObject({ code: "42501" });
    },
  );
});

it("the web application changes news and neither makes nor removes any", async () => {
  const pool = at.db.pool("web");
  for (const text of [
    "insert into hooks.disabled_news (endpoint_id, tenant_id, disabled_at) values (gen_random_uuid(), gen_random_uuid(), now())",
    "delete from hooks.disabled_news",
  ]) {
    await expect(pool.query({ text })).rejects.toMatchObject({ code: "42501" });
  }
});
