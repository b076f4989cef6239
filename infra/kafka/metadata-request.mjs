import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The node ids of the brokers that a broker knows, by Kafka's Metadata request (version 1, no topics): the proof that it answers clients. Rejects when
 * nothing listens, or no answer comes in time.
 */
export function readBrokerIds(port, timeoutMs = 1_000) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let answer = Buffer.alloc(0);
    const fail = (error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(timeoutMs, () => fail(new Error(`no answer from port ${port}`)));
    socket.once("error", fail);
    socket.once("close", () => reject(new Error(`port ${port} closed the connection`)));
    socket.once("connect", () => socket.write(metadataRequest()));
    socket.on("data", (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0)) return;
      resolve(brokerIdsOf(answer));
      socket.destroy();
    });
  });
}

/** Resolves when a broker answers on the port; rejects after three minutes, which a busy machine may need. */
export async function waitForBroker(port) {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const ids = await readBrokerIds(port).catch(() => []);
    if (ids.length > 0) return;
    if (performance.now() > deadline)
      throw new Error(`No broker answers on port ${port} within 180 s.`);
    await delay(100);
  }
}

function metadataRequest() {
  const clientId = Buffer.from("local-kafka");
  const header = Buffer.alloc(10);
  header.writeInt16BE(3, 0); // Metadata
  header.writeInt16BE(1, 2);
  header.writeInt32BE(1, 4); // correlation id
  header.writeInt16BE(clientId.length, 8);
  const noTopics = Buffer.alloc(4);
  const body = Buffer.concat([header, clientId, noTopics]);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length, 0);
  return Buffer.concat([size, body]);
}

/** Size, correlation id, then brokers: node id, host, port, rack (nullable). */
export function brokerIdsOf(answer) {
  const ids = [];
  let offset = 12;
  for (let left = answer.readInt32BE(8); left > 0; left -= 1) {
    ids.push(answer.readInt32BE(offset));
    offset += 4 + 2 + answer.readInt16BE(offset + 4) + 4;
    offset += 2 + Math.max(answer.readInt16BE(offset), 0);
  }
  return ids.toSorted((left, right) => left - right);
}
