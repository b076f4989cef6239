import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { startReceiver, type TestReceiver } from "../fixtures/receiver.ts";

let at: Dispatching;
let blackHole: TestReceiver;
beforeEach(async () => {
  at = await Dispatching.start();
  blackHole = await startReceiver();
  blackHole.answer(() => undefined);
});
afterEach(async () => {
  await at.close();
  await blackHole.close();
});

it("2,000 due deliveries of a tenant whose receivers never answer do not hold up another tenant's one", async () => {
  const endpoints = Array.from({ length: 8 }, () => at.tables.endpoint({ url: blackHole.url }));
  await Promise.all(endpoints);
  await at.put(at.messages(250));
  // eight endpoints of four slots each could take all 32
  const worker = at.worker({ maxInFlight: 32, drainMs: 100 });
  await eventually(() => expect(blackHole.received).toHaveLength(24));

  const other = await at.tables.endpoint({ url: at.receiver.url, tenantId: randomUUID() });
  await at.put(at.messages(1, other.tenantId));
  await eventually(() => expect(at.receiver.received).toHaveLength(1));
  // while it came, nothing that hangs had ended and made room for it
  expect(worker.inFlight()).toBeGreaterThanOrEqual(24);
  expect(blackHole.received).toHaveLength(24);
  const ended = await at.rows<{ n: number }>(
    `select count(*)::integer as n
     from hooks.attempts
     where tenant_id = $1
       and finished_at is not null`,
    [at.tables.tenantId],
  );
  expect(ended).toEqual([{ n: 0 }]);
  await eventually(async () => expect(await at.queue()).toHaveLength(2_000));
});
