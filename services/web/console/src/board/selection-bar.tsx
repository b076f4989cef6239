import { Button } from "@mantine/core";
import { Keys } from "../keys/index.ts";
import classes from "./board.module.css";

/** What can be done with the selected shipments. */
export function SelectionBar({
  count,
  mayWrite,
  onRecord,
  onClear,
}: {
  readonly count: number;
  readonly mayWrite: boolean;
  onRecord(): void;
  onClear(): void;
}) {
  if (count === 0) return null;
  return (
    <div className={classes.selection} role="region" aria-label="Selection">
      <strong role="status">{String(count)} selected</strong>
      {mayWrite && (
        <>
          <Button onClick={onRecord}>Record an event</Button>
          <span>
            or <Keys keys="e" /> and a digit
          </span>
        </>
      )}
      <Button variant="subtle" onClick={onClear}>
        Select nothing
      </Button>
    </div>
  );
}
