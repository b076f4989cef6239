import type { SendResult } from "../send/send-result.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";

/** An attempt that was made, with its result. */
export interface MadeAttempt {
  readonly delivery: ClaimedDelivery;
  readonly result: SendResult;
}
