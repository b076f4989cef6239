import { useSyncExternalStore } from "react";
import { keyboard } from "./keyboard.ts";
import classes from "./key-sheet.module.css";

/** After the first of two keys: which ones may follow. */
export function PendingKeys() {
  const pending = useSyncExternalStore(keyboard.subscribe, keyboard.pending);
  if (pending === null) return null;
  return (
    <div role="status" className={classes.pending}>
      <kbd>{pending.first}</kbd>
      {pending.follow.map(({ keys, does }) => (
        <span key={keys}>
          <kbd>{keys.slice(pending.first.length + 1)}</kbd> {does}
        </span>
      ))}
    </div>
  );
}
