import type { PublicTracking } from "@shipment-tracking/contracts";
import { type Html, markup } from "../html.ts";
import { stepIcon } from "./icons.ts";
import { isProblem, type ProgressStep, progressSteps } from "./progress-steps.ts";
import type { Voice } from "./voice.ts";

/** How far the shipment has come: in words for whoever listens, in shapes for whoever looks. Null when it goes nowhere. */
export function progress(voice: Voice, tracking: PublicTracking): Html | null {
  const steps = progressSteps(tracking);
  if (steps === null) return null;
  const inTrouble = isProblem(tracking.status);
  return markup`<h2 class="heard">${voice.words.progress.heading}</h2>
<ol class="steps">${steps.map((step) => item(voice, step, inTrouble))}</ol>`;
}

function item({ words }: Voice, { step, state }: ProgressStep, inTrouble: boolean): Html {
  const here = state === "current" ? markup` aria-current="step"` : null;
  return markup`<li class="${state}"${here}>${stepIcon(state, inTrouble)}<span>${words.progress.step[step]} <span class="heard">(${words.progress.state[state]})</span></span></li>`;
}
