import type { Mail } from "../mail/mail.ts";
import { hostOf } from "./audit-endpoint.ts";
import { disablingCauses, disablingRemedies, type DisablingReason } from "./state-sentences.ts";

export interface DisabledEndpoint {
  readonly endpointId: string;
  /** Only its host is told: the rest may hold credentials. */
  readonly url: string;
  readonly description: string | null;
  readonly reason: DisablingReason;
  /** ISO 8601 UTC. */
  readonly disabledAt: string;
  /** Deliveries in its queue. */
  readonly waiting: number;
}

/** Tells an administrator that the service sends nothing more to an endpoint, why, and what to do. */
export function disabledMail(
  to: { readonly email: string; readonly name: string },
  endpoint: DisabledEndpoint,
  publicUrl: string,
): Mail {
  const host = hostOf(endpoint.url);
  const named = endpoint.description === null ? host : `"${endpoint.description}" (${host})`;
  return {
    to: to.email,
    subject: `Webhooks to ${host} are switched off`,
    text: `Hello ${to.name},

the webhook endpoint ${named} has been disabled: nothing is sent to it any more.

Why: ${disablingCauses[endpoint.reason]}
Since: ${clock.format(new Date(endpoint.disabledAt))} UTC
Waiting: ${waitingWords(endpoint.waiting)}

${disablingRemedies[endpoint.reason]} Its page shows each attempt:

${publicUrl}/webhooks/${endpoint.endpointId}

Changes since then are not queued. Once the endpoint is enabled, "Send again" on its page sends them.
`,
  };
}

const clock = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

function waitingWords(waiting: number): string {
  if (waiting === 0) return "no deliveries";
  const count = waiting === 1 ? "1 delivery" : `${waiting.toLocaleString("en")} deliveries`;
  return `${count}, kept for 7 days`;
}
