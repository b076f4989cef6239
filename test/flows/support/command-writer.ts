import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "./client.ts";

/** A command that was answered. */
export interface Written {
  readonly shipmentId: string;
  /** Null: the shipment was created. */
  readonly city: string | null;
  /** What `X-Position` said. */
  readonly position: string;
}

/** Creates shipments and records scans, one command after the other, and remembers each answer. */
export class CommandWriter {
  readonly written: Written[] = [];
  readonly #client: Client;
  #stopping = false;
  #scans = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Until `stop`; rejects when a command is refused. */
  async run(): Promise<void> {
    while (!this.#stopping) await this.step();
  }

  stop(): void {
    this.#stopping = true;
  }

  async reached(count: number): Promise<void> {
    while (this.written.length < count) await delay(10);
  }

  /** A shipment, and a scan of it. */
  async step(): Promise<void> {
    const answer = await this.#client.send("POST", "/shipments", { mode: "parcel" });
    const shipmentId: string = answer.json?.shipment?.id;
    this.#remember(answer, { shipmentId, city: null });
    this.#scans += 1;
    await this.scan(shipmentId, `City ${String(this.#scans)}`);
  }

  async scan(shipmentId: string, city: string): Promise<void> {
    const eventAt = new Date().toISOString();
    const body = { eventType: "in_transit", city, eventAt };
    const answer = await this.#client.send("POST", `/shipments/${shipmentId}/events`, body);
    this.#remember(answer, { shipmentId, city });
  }

  #remember(
    answer: { readonly status: number; readonly text: string; readonly headers: Headers },
    what: Omit<Written, "position">,
  ): void {
    const position = answer.headers.get("x-position");
    if (answer.status >= 300 || position === null) throw new Error(answer.text);
    this.written.push({ ...what, position });
  }
}
