import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { generateSecret } from "@shipment-tracking/webhooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";
import { testBox } from "../fixtures/hooks-tables.ts";
import type { NewMessage } from "../ingest/fan-out.ts";

const root = join(import.meta.dirname, "../../../..");

let at: Dispatching;
let receiver: ChildProcess;
let said: string;
beforeEach(async () => {
  at = await Dispatching.start();
  said = "";
});
afterEach(async () => {
  const ended = new Promise((resolve) => receiver.once("exit", resolve));
  receiver.kill("SIGKILL");
  await ended;
  await at.close();
});

/** Runs docs/webhooks/receiver.ts and answers its address. */
async function startExample(secrets: string): Promise<string> {
  // one process: what is killed is the receiver itself
  receiver = spawn(process.execPath, ["--import", "tsx", "docs/webhooks/receiver.ts"], {
    cwd: root,
    env: { PATH: process.env["PATH"], WEBHOOK_SECRETS: secrets, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  receiver.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await eventually(() => expect(said).toMatch(/^listening on http:\S+\n/));
  return `${/http:\S+/.exec(said)?.[0] ?? ""}/hook`;
}

const lines = () => said.trimEnd().split("\n").slice(1);

function changed(shipmentId: string, sequence: number, status: string): NewMessage {
  const data = { shipmentId, sequence, status };
  const body = JSON.stringify({ type: "shipment.status_changed", timestamp: "t", data });
  return { ...at.message(shipmentId, sequence), body: Buffer.from(body) };
}

/** Sends to the example from now on, signed with this secret. */
async function subscribe(url: string, secret: string): Promise<string> {
  const { id } = await at.tables.endpoint({ url });
  const sealed = testBox.seal(secret, `webhook-endpoint:${id}:secret`);
  await at.rows("update hooks.endpoints set secret_ciphertext = $2 where id = $1", [
    id,
    sealed.ciphertext,
  ]);
  return id;
}

test("the receiver of docs/webhooks.md takes each message once, drops stale ones, and says who is not us", async () => {
  const secret = generateSecret();
  const url = await startExample(`${generateSecret()},${secret}`);
  await subscribe(url, secret);
  const shipmentId = randomUUID();
  const dispatcher = at.worker();
  await at.put([changed(shipmentId, 2, "in_transit"), changed(shipmentId, 4, "delivered")]);
  dispatcher.wake();
  await eventually(async () => expect(await at.finished()).toHaveLength(2));
  expect(lines()).toEqual([`${shipmentId} is in_transit`, `${shipmentId} is delivered`]);

  // what comes behind a newer one, as after 45 minutes of failures
  await at.put([changed(shipmentId, 3, "exception")]);
  dispatcher.wake();
  await eventually(() => expect(lines().slice(2)).toEqual(["stale 3"]));
  // the same message again, as after a worker that died: answered, and not handled
  await at.rows(`
    with again as (delete from hooks.finished_deliveries where sequence = 4 returning *)
    insert into hooks.deliveries (
      id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, kind, due_at
    )
    select id, endpoint_id, tenant_id, message_id, message_created_at, shipment_id, sequence, 'event', now()
    from again`);
  await at.hurry();
  await eventually(async () => expect(await at.finished()).toHaveLength(3));
  expect(lines()).toHaveLength(3);

  const stranger = await subscribe(url, generateSecret());
  await at.put([changed(randomUUID(), 2, "in_transit")]);
  dispatcher.wake();
  await eventually(async () => {
    const made = "select status from hooks.attempts where endpoint_id = $1 and outcome is not null";
    expect(await at.rows(made, [stranger])).toEqual([{ status: 401 }]);
  });
  expect(at.errors).toEqual([]);
});
