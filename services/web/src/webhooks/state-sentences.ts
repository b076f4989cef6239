import type { EndpointStateReason } from "@shipment-tracking/webhooks";

/** Why a worker disables an endpoint. */
export type DisablingReason = Exclude<EndpointStateReason, "manual">;

export const disablingCauses: Readonly<Record<DisablingReason, string>> = {
  gone: "The receiver answered 410 Gone: it wants no more messages.",
  failing: "Every attempt of five days failed, 20 or more of them.",
  unsafe_target: "Its host leads to an address that webhooks are not sent to.",
};

export const disablingRemedies: Readonly<Record<DisablingReason, string>> = {
  gone: "Have the receiver answer something else, then enable the endpoint.",
  failing: "Mend the receiver, then enable the endpoint and send it a test.",
  unsafe_target: "Correct the host's name or the endpoint's address, then enable the endpoint.",
};

/** Why an endpoint is not active, and what to do next. */
export function stateSentence(reason: EndpointStateReason): string {
  return reason === "manual"
    ? "A user paused it: messages wait until it is enabled."
    : `${disablingCauses[reason]} ${disablingRemedies[reason]}`;
}
