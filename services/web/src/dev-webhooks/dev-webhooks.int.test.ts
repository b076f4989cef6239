import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, clientOf, startFixture, type WebFixture } from "../fixtures/web-fixture.ts";

let web: WebFixture;
let admin: Client;
beforeAll(async () => {
  web = await startFixture({
    receivesWebhooks: true,
    webhooks: { rules: { allowHttp: true, allowLoopback: true, ports: "any" } },
  });
  admin = await (await web.company()).as("admin");
});
afterAll(async () => {
  await web.close();
});

async function makeEndpoint(inbox: string): Promise<{ id: string; secret: string }> {
  const url = `http://127.0.0.1:8080/dev/webhooks/${inbox}`;
  const answer = await admin.call("POST /api/webhook-endpoints", { url });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** A webhook as a worker sends it. */
async function send(inbox: string, secret: string, change: Record<string, string> = {}) {
  const body = '{"type":"shipment.status_changed","data":{"shipmentNumber":"<b>N-1</b>"}}';
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return await web.nobody.call(`POST /dev/webhooks/${inbox}`, body, {
    "content-type": "application/json; charset=utf-8",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "webhook-attempt": "1",
    ...change,
  });
}

async function shown(): Promise<readonly Record<string, unknown>[]> {
  const answer = await web.nobody.call("GET /dev/webhooks", undefined, {
    accept: "application/json",
  });
  return answer.body.items;
}

function choose(inbox: string, answer: string, headers: Record<string, string> = {}) {
  return web.nobody.call(`POST /dev/webhooks/${inbox}/answer`, `answer=${answer}`, {
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  });
}

describe("the built-in receiver", () => {
  test("shows what arrived and whether the signature fits, escaped, without the secret", async () => {
    const { secret } = await makeEndpoint("one");
    expect((await send("one", secret)).status).toBe(204);
    const forged = `whsec_${Buffer.alloc(32).toString("base64")}`;
    await send("one", forged);
    await send("one", secret, { "webhook-timestamp": "1700000000" });
    await send("nobodys", secret);
    expect((await shown()).map(({ inbox, verified, reason }) => [inbox, verified, reason])).toEqual(
      [
        ["nobodys", false, "No endpoint has this inbox as its address."],
        ["one", false, "Its timestamp is more than five minutes away from this machine's clock."],
        ["one", false, "No signature fits a secret of the endpoint."],
        ["one", true, null],
      ],
    );
    const page = await web.nobody.call("GET /dev/webhooks");
    expect(page.header("content-security-policy")).toContain("form-action 'self'");
    expect(page.header("referrer-policy")).toBe("same-origin");
    expect(page.text).toContain("The signature fits.");
    expect(page.text).toContain("&lt;b&gt;N-1&lt;/b&gt;");
    expect(page.text).not.toMatch(/<script|whsec_|<b>N-1/);
    expect(page.text).not.toContain(secret.slice("whsec_".length));
  });

  test("accepts both secrets while a rotation overlaps", async () => {
    const { id, secret } = await makeEndpoint("rotated");
    const rotated = await admin.call(`POST /api/webhook-endpoints/${id}/rotate-secret`, {});
    await send("rotated", secret);
    await send("rotated", rotated.body.secret);
    const verified = (await shown()).filter(({ inbox }) => inbox === "rotated");
    expect(verified.map((one) => one["verified"])).toEqual([true, true]);
  });

  test("can be told to fail, inbox by inbox, with a form that a page of another origin cannot send", async () => {
    const { secret } = await makeEndpoint("two");
    const origin = "http://tracking.test";
    const told = await choose("two", "error", { origin, "sec-fetch-site": "same-origin" });
    expect([told.status, told.header("location")]).toEqual([303, "/dev/webhooks"]);
    expect((await send("two", secret)).status).toBe(500);
    expect((await send("three", secret)).status).toBe(204);
    await choose("two", "gone");
    expect((await send("two", secret)).status).toBe(410);
    await choose("two", "busy");
    const busy = await send("two", secret);
    expect([busy.status, busy.header("retry-after")]).toEqual([429, "30"]);
    expect((await choose("two", "explode")).status).toBe(400);
    expect((await choose("two", "ok", { origin: "https://evil.example" })).status).toBe(403);
    expect((await send("two", secret)).status).toBe(429);
    await choose("two", "ok");
    expect((await send("two", secret)).status).toBe(204);
  });

  test("can be told how to answer before anything has arrived, and names no inbox of a deleted endpoint", async () => {
    const { secret } = await makeEndpoint("early");
    const deleted = await makeEndpoint("deleted");
    await admin.call(`DELETE /api/webhook-endpoints/${deleted.id}`);
    const page = (await web.nobody.call("GET /dev/webhooks")).text;
    expect(page).toContain('action="/dev/webhooks/early/answer"');
    expect(page).not.toContain("deleted");
    await choose("early", "error");
    expect((await send("early", secret)).status).toBe(500);
  });

  test("keeps the last 100, and refuses bodies over 64 KB and odd names", async () => {
    const { secret } = await makeEndpoint("many");
    for (let n = 0; n < 105; n += 1) await send("many", secret);
    expect(await shown()).toHaveLength(100);
    const large = await web.nobody.call("POST /dev/webhooks/many", `"${"x".repeat(66_000)}"`);
    expect(large.status).toBe(413);
    expect((await web.nobody.call("POST /dev/webhooks/Odd%20name", "{}")).status).toBe(404);
  });

  test("is not there without demo mode", async () => {
    const other = await startFixture();
    const client = clientOf(other.app, "");
    expect((await client.call("GET /dev/webhooks")).status).toBe(404);
    expect((await client.call("POST /dev/webhooks/one", "{}")).status).toBe(404);
    expect((await client.call("POST /dev/webhooks/one/answer", "answer=ok")).status).toBe(404);
    await other.close();
  });
});
