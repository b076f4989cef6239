import type { KafkaConnection } from "./connection.ts";
import { KafkaClient } from "./kafka-client.ts";
import type { RateLimitedLog } from "./kafka-log.ts";

/** Makes the clients of an engine, and knows those that are open. */
export class KafkaClients {
  readonly #connection: KafkaConnection;
  readonly #open = new Set<KafkaClient>();
  #isCut = false;

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
  }

  open(log: RateLimitedLog): KafkaClient {
    for (const client of this.#open) if (client.isClosed) this.#open.delete(client);
    const client = new KafkaClient(this.#connection, log);
    this.#open.add(client);
    if (this.#isCut) client.cut();
    return client;
  }

  /** As after a SIGKILL: those that are open fall silent, and so does each that is opened later. */
  cut(): void {
    this.#isCut = true;
    for (const client of this.#open) client.cut();
  }
}
