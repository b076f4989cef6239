import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { Queue } from "./fixtures/queue.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
let queue: Queue;

beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
});
// no partition missing anywhere: PostgreSQL would have logged it
afterAll(() => web.close());

/** No worker has made days for longer than it makes them ahead. */
async function aWeekWithoutWorker(): Promise<void> {
  await web.db.pool("admin").query({
    text: "select hooks.drop_partitions((now() at time zone 'utc')::date + 30)",
  });
}

async function endpoint(): Promise<string> {
  const made = await admin.call("POST /api/webhook-endpoints", {
    url: "https://hooks.example.com",
  });
  return made.body.id;
}

test("a test message is queued, and shown", async () => {
  const id = await endpoint();
  await aWeekWithoutWorker();
  const tested = await admin.call(`POST /api/webhook-endpoints/${id}/test`);
  expect(tested.status).toBe(202);
  const shown = await admin.call(`GET /api/webhook-deliveries/${tested.body.deliveryId}`);
  expect(shown.body).toMatchObject({ endpointId: id, kind: "test", state: "waiting" });
});

test("what waits is cancelled with its endpoint, and skipped when one is enabled", async () => {
  const { tenantId } = company;
  const [deleted, skipped] = [await endpoint(), await endpoint()];
  await admin.call(`POST /api/webhook-endpoints/${skipped}/pause`);
  for (const endpointId of [deleted, skipped]) {
    await queue.open({ tenantId, endpointId });
    await aWeekWithoutWorker();
    const answer =
      endpointId === deleted
        ? await admin.call(`DELETE /api/webhook-endpoints/${deleted}`)
        : await admin.call(`POST /api/webhook-endpoints/${skipped}/enable`, { backlog: "skip" });
    expect(answer.status).toBeLessThan(300);
    expect(await queue.waiting(endpointId)).toEqual([]);
    const { rows } = await web.db.pool("admin").query({
      text: "select state from hooks.finished_deliveries where endpoint_id = $1",
      values: [endpointId],
    });
    expect(rows).toEqual([{ state: "cancelled" }]);
  }
});
