import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { afterEach, expect, test } from "vitest";
import { createResolver, shareInFlight } from "./resolver.ts";

const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

type Reply = { readonly code: number; readonly addresses: readonly Buffer[] } | null;
const v4 = Buffer.from([93, 184, 216, 34]);
const v6 = Buffer.from("26064700000000000000000000001111", "hex");
const found = (...addresses: Buffer[]): Reply => ({ code: 0, addresses });
const noSuchName: Reply = { code: 3, addresses: [] };
const serverFailed: Reply = { code: 2, addresses: [] };

/** A name server that gives each name the same two replies; null: silence. */
async function resolverOf(replies: { a: Reply; aaaa: Reply }, timeoutMs = 3000) {
  const socket = createSocket("udp4");
  open.push(socket);
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const type = query.readUInt16BE(questionEnd(query) - 4);
    const reply = type === 1 ? replies.a : replies.aaaa;
    if (reply !== null) socket.send(answerOf(query, reply), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return createResolver({ timeoutMs, servers: [`127.0.0.1:${String(socket.address().port)}`] });
}

function questionEnd(query: Buffer): number {
  return query.indexOf(0, 12) + 5;
}

function answerOf(query: Buffer, reply: Exclude<Reply, null>): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | reply.code, 2);
  head.writeUInt16BE(reply.addresses.length, 6);
  head.writeUInt16BE(0, 10);
  const records = reply.addresses.map((address) => {
    const type = address.length === 4 ? 1 : 28;
    const fields = [0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length];
    return Buffer.concat([Buffer.from(fields), address]);
  });
  return Buffer.concat([head, query.subarray(12, questionEnd(query)), ...records]);
}

test("addresses of both families are found", async () => {
  const resolve = await resolverOf({ a: found(v4, v4), aaaa: found(v6) });
  const addresses = await resolve("hooks.example.com");
  expect(addresses.toSorted()).toEqual(["2606:4700::1111", "93.184.216.34"]);
});

test("a name with one family has its addresses", async () => {
  const resolve = await resolverOf({ a: found(), aaaa: found(v6) });
  expect(await resolve("hooks.example.com")).toEqual(["2606:4700::1111"]);
});

test("a name that does not exist has no address", async () => {
  const resolve = await resolverOf({ a: noSuchName, aaaa: noSuchName });
  expect(await resolve("nowhere.example.com")).toEqual([]);
});

test("servers that fail for one family, or drop it, do not hide the other", async () => {
  const failing = await resolverOf({ a: found(v4), aaaa: serverFailed });
  expect(await failing("hooks.example.com")).toEqual(["93.184.216.34"]);
  const dropping = await resolverOf({ a: found(v4), aaaa: null }, 60_000);
  const startedAt = performance.now();
  expect(await dropping("hooks.example.com")).toEqual(["93.184.216.34"]);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test("servers that fail or are silent are an error, not a name without addresses", async () => {
  const failing = await resolverOf({ a: serverFailed, aaaa: noSuchName });
  await expect(failing("hooks.example.com")).rejects.toThrow(/no usable answer/u);
  const silent = await resolverOf({ a: null, aaaa: null }, 300);
  await expect(silent("hooks.example.com")).rejects.toThrow(/no usable answer/u);
});

test("a name that is asked many times at once is asked once, and again afterwards", async () => {
  let asked = 0;
  const resolve = shareInFlight(async () => [`10.0.0.${String((asked += 1))}`]);
  const all = await Promise.all([resolve("a"), resolve("a"), resolve("b")]);
  expect(all).toEqual([["10.0.0.1"], ["10.0.0.1"], ["10.0.0.2"]]);
  expect(await resolve("a")).toEqual(["10.0.0.3"]);
});
