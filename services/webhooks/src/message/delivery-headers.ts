import { type CustomHeader, sign } from "@shipment-tracking/webhooks";

export interface DeliveryAttempt {
  /** The same on every attempt. */
  readonly messageId: string;
  /** 1, 2, 3… */
  readonly attempt: number;
  /** When this attempt is sent: a receiver refuses what is older than five minutes. */
  readonly nowMs: number;
  readonly body: Buffer;
  /** Newest first; two while a rotation overlaps. */
  readonly secrets: readonly string[];
  /** The endpoint's own, validated by `checkCustomHeaders` when they were written. */
  readonly customHeaders: readonly CustomHeader[];
}

/** The headers of one attempt (05-webhooks, "Body and headers"); the service's own win over the endpoint's. */
export function deliveryHeaders(delivery: DeliveryAttempt): Readonly<Record<string, string>> {
  const { messageId, attempt, body, secrets, customHeaders } = delivery;
  const timestampSeconds = Math.floor(delivery.nowMs / 1000);
  const own = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "shipment-tracking-webhooks/1",
    "webhook-id": messageId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": sign({ id: messageId, timestampSeconds, body }, secrets),
    "webhook-attempt": String(attempt),
  };
  if (customHeaders.length === 0) return own;
  const custom = customHeaders.map(({ name, value }) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(custom), ...own };
}
