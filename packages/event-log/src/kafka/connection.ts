/** How the brokers are reached. */
export interface KafkaConnection {
  /** `host:port` of one or more brokers; the others are learnt from them. */
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly clientId?: string;
  readonly ssl: boolean;
  readonly sasl: {
    readonly mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
    readonly username: string;
    readonly password: string;
  } | null;
}
