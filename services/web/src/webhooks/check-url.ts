import { checkTarget, type TargetContext } from "@shipment-tracking/webhooks";
import { Refusal } from "../http/refusal.ts";

/**
 * Refuses a target that webhooks are not sent to, by the function that decides before every attempt. Asks the name servers, so it is
 * called before a transaction begins. `status` is that of the refusal: 400 for what the request says, 409 for what is stored.
 */
export async function refuseUnsafeUrl(
  targets: TargetContext,
  url: string,
  status: 400 | 409 = 400,
): Promise<void> {
  const checked = await checkTarget(url, targets);
  if (checked.outcome !== "safe") throw new Refusal(status, `url: ${checked.sentence}`);
}
