import { Button } from "@mantine/core";
import { Keys } from "../keys/index.ts";
import type { Pages } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";
import classes from "./board.module.css";
import { maxSelected, type useBoardSelection } from "./use-board-selection.ts";

/** What can be done with the selected shipments, and which of them they are when it is not all. */
export function SelectionBar({
  selection,
  pages,
  mayWrite,
  onRecord,
}: {
  readonly selection: ReturnType<typeof useBoardSelection>;
  readonly pages: Pages<BoardLine>;
  readonly mayWrite: boolean;
  onRecord(): void;
}) {
  const count = selection.selected.size;
  if (count === 0) return null;
  const shown = pages.items.length;
  const chosen = pages.items.filter((row) => selection.selected.has(row.id)).length;
  const more = pages.hasMore || shown > count;
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
      {chosen < count && (
        <span>{String(count - chosen)} of them are not in the list as shown.</span>
      )}
      {count === maxSelected && more && (
        <span>There are more: one event is recorded on at most {String(maxSelected)} at once.</span>
      )}
      {chosen === shown && pages.hasMore && count < maxSelected && (
        <Button
          variant="subtle"
          loading={selection.isLoadingFound}
          onClick={() => selection.allFound()}
        >
          Select all found, up to {String(maxSelected)}
        </Button>
      )}
      <Button variant="subtle" onClick={selection.clear}>
        Select nothing
      </Button>
    </div>
  );
}
