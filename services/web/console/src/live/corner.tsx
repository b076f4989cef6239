import { CheckIcon, Cross2Icon } from "@radix-ui/react-icons";
import { useEffect, useSyncExternalStore } from "react";
import classes from "./corner.module.css";
import { live } from "./live.ts";
import { hide, toastStore } from "./toasts.ts";
import type { Write } from "./writes.ts";

/** Bottom right: how far what was just written has come, and short messages. */
export function Corner() {
  const writes = useSyncExternalStore(live.tracker.subscribe, live.tracker.writes);
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className={classes.corner} role="status" aria-live="polite">
      {writes.slice(-3).map((write) => (
        <WriteProgress key={write.id} write={write} />
      ))}
      {toasts.map(({ id, text, tone, action }) => (
        <div key={`toast ${String(id)}`} className={classes.toast} data-tone={tone}>
          <span className={classes.text}>{text}</span>
          {action !== null && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                hide(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={classes.close}
            aria-label="Close"
            onClick={() => hide(id)}
          >
            <Cross2Icon aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}

const shownMs = 3_500;

function WriteProgress({ write }: { readonly write: Write }) {
  const { id, done, state } = write;
  const finished = state.kind === "visible" || (state.kind === "saved" && state.position === null);
  useEffect(() => {
    if (!finished) return undefined;
    const timer = setTimeout(() => live.tracker.drop(id), shownMs);
    return () => clearTimeout(timer);
  }, [finished, id]);
  return (
    <div className={classes.toast} data-state={state.kind} data-testid="write">
      <span className={classes.steps} aria-hidden="true">
        <i data-done={true} />
        <i data-done={state.kind !== "saving"} />
        <i data-done={finished} />
      </span>
      <span className={classes.text}>
        {state.kind === "saving" ? "Saving …" : done}
        <span className={classes.how}>{progressWords(state)}</span>
      </span>
      {finished && <CheckIcon aria-hidden className={classes.check} />}
    </div>
  );
}

function progressWords(state: Write["state"]): string {
  switch (state.kind) {
    case "saving":
      return "";
    case "saved":
      return state.position === null ? "Nothing had to change" : "Saved, not yet in the API";
    case "visible":
      return `Visible in the API in ${String(state.afterMs)} ms`;
  }
}
