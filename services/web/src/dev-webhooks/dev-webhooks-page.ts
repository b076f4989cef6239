import { freeText, type Html, markup } from "../pages/html.ts";
import type { Page } from "../pages/page.ts";
import { type Arrival, type InboxAnswer, inboxAnswers, type Inboxes } from "./inboxes.ts";

/**
 * The webhooks that reached a demonstration, newest first, and how its inboxes are to answer. `subscribed`: the inboxes of endpoints, which can be
 * told before anything has arrived.
 */
export function devWebhooksPage(
  inboxes: Inboxes,
  publicUrl: string,
  subscribed: readonly string[],
): Page {
  const arrivals = inboxes.list();
  const names = [...new Set([...inboxes.names(), ...subscribed])].toSorted();
  return {
    title: "Webhooks",
    main: markup`<section class="card">
<h1>Webhooks</h1>
<p>This demonstration receives webhooks itself: whatever an endpoint with the address <code>${publicUrl}/dev/webhooks/NAME</code> gets is
kept here, the last 100, for everybody to read, until it stops.</p>
${arrivals.length === 0 ? markup`<p>Nothing has arrived yet. Record an event of a shipment that changes its status.</p>` : null}
</section>
${names.map((name) => inboxForm(name, inboxes.answerOf(name)))}${arrivals.map(arrivalCard)}`,
    footer: null,
    sendsForms: true,
  };
}

const answerWords: Readonly<Record<InboxAnswer, string>> = {
  ok: "204: accept it",
  error: "500: fail, to see retries and the breaker",
  gone: "410: gone, which disables the endpoint",
  busy: "429 with Retry-After: 30, which makes the endpoint wait",
  silence: "nothing, until the sender gives up",
};

function inboxForm(name: string, current: InboxAnswer): Html {
  const options = inboxAnswers.map(
    (answer) =>
      markup`<option value="${answer}"${answer === current ? markup` selected` : null}>${answerWords[answer]}</option>
`,
  );
  return markup`<section class="card">
<h2>Inbox ${name}</h2>
<form method="post" action="/dev/webhooks/${name}/answer">
<label>It answers<select name="answer">
${options}</select></label>
<button>Answer like this from now on</button>
</form>
</section>
`;
}

function arrivalCard({ inbox, arrivedAt, headers, body, check, answer }: Arrival): Html {
  const verified =
    check.outcome === "verified"
      ? markup`<strong class="good">The signature fits.</strong>`
      : markup`<strong class="problem">Not verified.</strong> ${check.reason}`;
  const lines = Object.entries(headers).map(([name, value]) => headerLine(name, value));
  return markup`<section class="card">
<h2>Inbox ${inbox}, attempt ${freeText(textOf(headers["webhook-attempt"]))}</h2>
<p class="when">${arrivedAt.toISOString()} · answered with ${answerWords[answer]}</p>
<p>${verified}</p>
<pre>${body.toString()}</pre>
<details><summary>Headers</summary>
<pre>${lines}</pre>
</details>
</section>
`;
}

function headerLine(name: string, value: string | readonly string[] | undefined): Html {
  return markup`${name}: ${textOf(value)}
`;
}

function textOf(value: string | readonly string[] | undefined): string {
  return value === undefined ? "?" : [value].flat().join(", ");
}
