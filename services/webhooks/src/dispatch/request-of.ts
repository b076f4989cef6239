import { deliveryHeaders } from "../message/delivery-headers.ts";
import type { SendRequest } from "../send/sender.ts";
import type { ReadyDelivery } from "./held-deliveries.ts";

/** Of this very attempt: timestamp and signatures are fresh, by this process's clock, which receivers compare with theirs. */
export function requestOf({
  delivery,
  receiver,
}: Pick<ReadyDelivery, "delivery" | "receiver">): SendRequest {
  const { messageId, attempt, body } = delivery;
  const { endpointId, url, secrets, headers: customHeaders } = receiver;
  const headers = { messageId, attempt, nowMs: Date.now(), body, secrets, customHeaders };
  return { endpointId, url, body, headers: deliveryHeaders(headers) };
}
