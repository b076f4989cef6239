import type { KafkaConnection } from "./connection.ts";
import { KafkaClient } from "./kafka-client.ts";
import type { RateLimitedLog } from "./kafka-log.ts";

/** Makes the clients of an engine, and knows those that are open. */
export class KafkaClients {
  readonly #connection: KafkaConnection;
  readonly #open = new Set<KafkaClient>();

  constructor(connection: KafkaConnection) {
    this.#connection = connection;
  }

  open(log: RateLimitedLog): KafkaClient {
    for (const client of this.#open) if (client.isClosed) this.#open.delete(client);
    const client = new KafkaClient(this.#connection, log);
    this.#open.add(client);
    return client;
  }

  /** As after a SIGKILL. */
  cut(): void {
    for (const client of this.#open) client.cut();
  }
}
