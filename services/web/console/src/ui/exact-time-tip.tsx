import { useEffect, useState } from "react";
import { exactTimes } from "./time-format.ts";
import classes from "./time.module.css";

interface Shown {
  readonly element: HTMLElement;
  readonly instant: string;
  readonly left: number;
  readonly top: number;
}

const tipId = "exact-time";

/** One tip for all times of the page: a tooltip component in each cell of a table would cost more than the table. */
export function ExactTimeTip() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => listenForTimes(setShown), []);
  useEffect(() => {
    const element = shown?.element;
    element?.setAttribute("aria-describedby", tipId);
    return () => element?.removeAttribute("aria-describedby");
  }, [shown]);
  if (shown === null) return null;
  const { local, utc } = exactTimes(shown.instant);
  return (
    <div
      id={tipId}
      role="tooltip"
      className={classes.tip}
      style={{ left: shown.left, top: shown.top }}
    >
      <div>
        <span className={classes.label}>Local</span> {local}
      </div>
      <div>
        <span className={classes.label}>UTC</span> {utc}
      </div>
    </div>
  );
}

function listenForTimes(show: (shown: Shown | null) => void): () => void {
  const enter = (event: Event) => show(timeUnder(event.target));
  const leave = () => show(null);
  const escape = (event: KeyboardEvent) => {
    if (event.key === "Escape") show(null);
  };
  document.addEventListener("pointerover", enter);
  document.addEventListener("focusin", enter);
  document.addEventListener("scroll", leave, true);
  document.addEventListener("keydown", escape);
  return () => {
    document.removeEventListener("pointerover", enter);
    document.removeEventListener("focusin", enter);
    document.removeEventListener("scroll", leave, true);
    document.removeEventListener("keydown", escape);
  };
}

const tipWidth = 290;
const tipHeight = 48;

function timeUnder(target: EventTarget | null): Shown | null {
  const element =
    target instanceof Element ? target.closest<HTMLElement>("[data-exact-time]") : null;
  const instant = element?.dataset["exactTime"];
  if (element === null || instant === undefined) return null;
  const box = element.getBoundingClientRect();
  const below = box.bottom + 6;
  return {
    element,
    instant,
    left: Math.max(8, Math.min(box.left, globalThis.innerWidth - tipWidth - 8)),
    top: below + tipHeight < globalThis.innerHeight ? below : box.top - tipHeight - 6,
  };
}
