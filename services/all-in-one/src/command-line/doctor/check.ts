/** What `tracking doctor` found about one thing. */
export interface Check {
  /** Stable: programs look for it. */
  readonly name: CheckName;
  readonly status: "ok" | "warn" | "fail";
  /** A sentence. */
  readonly message: string;
  /** What to do; null when all is well. */
  readonly remedy: string | null;
}

export type CheckName =
  | "settings"
  | "service"
  | "data_directory"
  | "disk_space"
  | "connection_owner"
  | "connection_web"
  | "connection_projector"
  | "connection_api"
  | "connection_usage"
  | "connection_relay"
  | "connection_webhooks"
  | "postgres_version"
  | "postgres_text"
  | "migrations"
  | "encryption_keys"
  | "projector_heartbeat"
  | "projector_lag"
  | "parked_streams"
  | "webhooks_heartbeat"
  | "webhooks_lag"
  | "webhooks_queue"
  | "kafka"
  | "relay_heartbeat"
  | "relay_lag"
  | "clock";

export function ok(name: CheckName, message: string): Check {
  return { name, status: "ok", message, remedy: null };
}

export function warn(name: CheckName, message: string, remedy: string): Check {
  return { name, status: "warn", message, remedy };
}

export function fail(name: CheckName, message: string, remedy: string): Check {
  return { name, status: "fail", message, remedy };
}

/** Two lines for what needs doing, one for what does not. */
export function checkLines({ name, status, message, remedy }: Check): readonly string[] {
  const line = `${status.padEnd(4)}  ${name.padEnd(20)}  ${message}`;
  return remedy === null ? [line] : [line, `${" ".repeat(28)}→ ${remedy}`];
}
