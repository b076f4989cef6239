import type { ShipmentStatus } from "@shipment-tracking/domain";
import { type Html, markup } from "../html.ts";
import { statusPaths } from "./status-paths.ts";
import type { StepState } from "./progress-steps.ts";

export function statusIcon(status: ShipmentStatus): Html {
  return drawing(statusPaths[status]);
}

/** Filled with a tick, a ring with a dot (a triangle in trouble), an empty dashed ring. */
export function stepIcon(state: StepState, inTrouble: boolean): Html {
  switch (state) {
    case "done":
      return markup`<svg class="full" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11"/><path d="M7 12.5l3.5 3.5L17 9"/></svg>`;
    case "current":
      return inTrouble
        ? drawing(statusPaths.exception)
        : markup`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><circle class="dot" cx="12" cy="12" r="4"/></svg>`;
    case "pending":
      return markup`<svg viewBox="0 0 24 24" aria-hidden="true"><circle class="dash" cx="12" cy="12" r="10"/></svg>`;
  }
}

export function globe(): Html {
  return drawing("M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18");
}

/** A chain that is broken: the link is dead. */
export function brokenLink(): Html {
  return drawing(
    "M10 15l-3 3a4 4 0 0 1-5-5l3-3M14 9l3-3a4 4 0 0 1 5 5l-3 3M9 4V2M4 9H2M15 20v2M20 15h2",
  );
}

/** A cloud with a line through it: what the page asks is away. */
export function brokenConnection(): Html {
  return drawing("M7 18.5a4.5 4.5 0 0 1-.5-9 6 6 0 0 1 11.3 1.2a4 4 0 0 1 .7 7.8H7M3 3l18 18");
}

function drawing(path: string): Html {
  return markup`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
