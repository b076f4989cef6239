import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { generateSecret } from "@shipment-tracking/webhooks";
import { deliveryHeaders, type DeliveryAttempt } from "./delivery-headers.ts";

const secrets = [generateSecret(), generateSecret()];
const body = Buffer.from('{"city":"Zürich"}');
const delivery: DeliveryAttempt = {
  messageId: "0190b6a0-0000-7000-8000-000000000001",
  attempt: 3,
  nowMs: Date.now(),
  body,
  secrets,
  customHeaders: [{ name: "X-Api-Key", value: "abc" }],
};

test("an attempt carries its headers and the endpoint's own", () => {
  expect(deliveryHeaders(delivery)).toEqual({
    "x-api-key": "abc",
    "content-type": "application/json; charset=utf-8",
    "user-agent": "shipment-tracking-webhooks/1",
    "webhook-id": delivery.messageId,
    "webhook-timestamp": String(Math.floor(delivery.nowMs / 1000)),
    "webhook-signature": expect.stringMatching(/^v1,\S{44} v1,\S{44}$/u),
    "webhook-attempt": "3",
  });
});

test("an attempt is verified by the standardwebhooks package under either secret of a rotation", () => {
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(body, deliveryHeaders(delivery))).toEqual({ city: "Zürich" });
  }
});

test("every attempt is signed anew under the same id", () => {
  const later = deliveryHeaders({ ...delivery, attempt: 4, nowMs: delivery.nowMs + 60_000 });
  const first = deliveryHeaders(delivery);
  expect(later["webhook-id"]).toBe(first["webhook-id"]);
  expect(later["webhook-signature"]).not.toBe(first["webhook-signature"]);
});

test("no header of an endpoint replaces one of the service", () => {
  const customHeaders = [{ name: "Webhook-Id", value: "forged" }];
  const headers = deliveryHeaders({ ...delivery, customHeaders });
  expect(headers["webhook-id"]).toBe(delivery.messageId);
});
