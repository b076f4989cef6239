import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Dispatching, eventually } from "../fixtures/dispatching.ts";

let at: Dispatching;
const shipment = randomUUID();
beforeEach(async () => {
  at = await Dispatching.start();
});
afterEach(async () => {
  await at.close();
  expect(at.errors).toEqual([]);
});

/** Refuses a sequence of the shipment, accepts the others. */
function refuse(...refused: readonly number[]): void {
  at.receiver.answer(({ body }, response) => {
    const { sequence } = JSON.parse(body.toString());
    response.writeHead(refused.includes(sequence) ? 400 : 204).end();
  });
}

const attemptsOf = async (sequence: number): Promise<number> => {
  const row = (await at.queue()).find((one) => one.sequence === sequence && !one.claimed);
  return row?.attempts ?? 0;
};

describe("a lane in which the first delivery is refused", () => {
  it("goes on after six attempts", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    refuse(2);
    await at.put([at.message(shipment, 2), at.message(shipment, 3), at.message(shipment, 4)]);
    at.worker();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await eventually(async () => expect(await attemptsOf(2)).toBe(attempt));
      expect((await at.queue()).map(({ blocked }) => blocked)).toEqual([false, true, true]);
      await at.hurry();
    }
    await eventually(async () => expect(await attemptsOf(2)).toBe(6));
    // the breaker has opened at the fifth
    await at.rows("update hooks.endpoint_health set next_look_at = now(), retry_at = now()");
    await eventually(async () => expect(await at.finished()).toHaveLength(2));
    expect(at.arrived(shipment)).toEqual([2, 2, 2, 2, 2, 2, 3, 4]);
    expect(await at.queue()).toMatchObject([{ sequence: 2, attempts: 6, holds: false }]);
  });

  it("goes on when the next attempt would come later than 45 minutes after the first", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    refuse(2);
    await at.put([at.message(shipment, 2), at.message(shipment, 3)]);
    at.worker();
    await eventually(async () => expect(await attemptsOf(2)).toBe(1));
    await at.pass("46 minutes");
    await eventually(async () => expect(await at.finished()).toHaveLength(1));
    expect(at.arrived(shipment)).toEqual([2, 2, 3]);
  });

  it("does not go on for what is recorded later while the first still holds it", async () => {
    await at.tables.endpoint({ url: at.receiver.url });
    refuse(2);
    await at.put([at.message(shipment, 2)]);
    at.worker();
    await eventually(async () => expect(await attemptsOf(2)).toBe(1));
    await at.put([at.message(shipment, 3)]);
    expect(await at.queue()).toMatchObject([{ blocked: false }, { sequence: 3, blocked: true }]);
    refuse();
    await at.pass("10 seconds");
    await eventually(async () => expect(await at.finished()).toHaveLength(2));
    expect(at.arrived(shipment)).toEqual([2, 2, 3]);
  });
});

describe("an endpoint that wants the latest status only", () => {
  it("gets no older one after a newer one waits: what was refused ends as superseded", async () => {
    await at.tables.endpoint({ url: at.receiver.url, ordering: "latest" });
    let release = (): void => undefined;
    at.receiver.answer(({ body }, response) => {
      if (JSON.parse(body.toString()).sequence > 2) response.writeHead(204).end();
      else release = () => void response.writeHead(500).end();
    });
    await at.put([at.message(shipment, 2)]);
    at.worker();
    await eventually(() => expect(at.receiver.received).toHaveLength(1));
    await at.put([at.message(shipment, 3)]);
    // under way: it cannot be taken back, and the newer one waits for its end
    expect(await at.queue()).toMatchObject([{ claimed: true }, { sequence: 3, blocked: true }]);
    release();
    await eventually(async () => expect(await at.finished()).toHaveLength(2));
    expect(at.arrived(shipment)).toEqual([2, 3]);
    expect(await at.finished()).toEqual([
      { state: "superseded", sequence: 2 },
      { state: "delivered", sequence: 3 },
    ]);
  });

  it("gets only the newest of those that waited", async () => {
    const { id } = await at.tables.endpoint({ url: at.receiver.url, ordering: "latest" });
    await at.rows("update hooks.endpoints set state = 'paused' where id = $1", [id]);
    for (const sequence of [2, 3, 4]) await at.put([at.message(shipment, sequence)]);
    await at.rows("update hooks.endpoints set state = 'active' where id = $1", [id]);
    at.worker();
    await eventually(async () => expect(await at.finished()).toHaveLength(3));
    expect(at.arrived(shipment)).toEqual([4]);
  });
});
