import { Button } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useSession } from "../app/session.ts";
import { eventShortcuts } from "../events/event-keys.ts";
import { useShortcuts } from "../keys/index.ts";
import { useShare } from "../share/index.ts";
import {
  DataTable,
  ErrorState,
  LoadingState,
  LoadMore,
  PageHeader,
  StaleBanner,
  useNow,
} from "../ui/index.ts";
import { useUndo } from "../undo/index.ts";
import { boardColumns, type BoardLine } from "./board-columns.tsx";
import { useBoardPages } from "./board-pages.ts";
import classes from "./board.module.css";
import { BoardEmpty } from "./board-empty.tsx";
import { BoardFilterBar } from "./board-filter-bar.tsx";
import { EventDialog, type EventDraft } from "./event-dialog.tsx";
import { FoundNote } from "./found-note.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useBoardSelection } from "./use-board-selection.ts";
import { toSort, writeSort } from "./sort.ts";
import { useLitRows } from "./use-lit-rows.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { readFilters } from "./views.ts";

/** What is late or in trouble, every call about a shipment, and events on twenty shipments at once. */
export function BoardScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  const day = new Date(useNow()).toDateString();
  const pages = useBoardPages(filters, day);
  // drawing them may take longer than the next key: it is put off, piece by piece, for what is typed
  const rows = useDeferredValue(pages.items);
  const lit = useLitRows();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const selection = useBoardSelection(pages);
  const [draft, setDraft] = useState<EventDraft | null>(null);
  const mayWrite = session.may("shipments:write");
  const undo = useUndo();
  const share = useShare();

  /** Those that are selected, or else the row where the keyboard is. */
  const targets = (): Omit<EventDraft, "type"> => {
    const { selected } = selection;
    const isMeant = ({ id }: BoardLine) =>
      selected.size > 0 ? selected.has(id) : id === activeKey;
    const rows = pages.items.filter(isMeant);
    return { rows, ids: selected.size > 0 ? [...selected] : rows.map(({ id }) => id) };
  };
  useShortcuts(
    "Board",
    mayWrite
      ? [
          ...eventShortcuts((type) => {
            const found = targets();
            if (found.ids.length > 0) setDraft({ type, ...found });
          }),
          { keys: "u", does: "Undo what was recorded last", run: undo },
        ]
      : [],
  );
  useShortcuts("Board", [
    {
      keys: "s",
      does: "Share: copy the tracking link",
      run: () => {
        const [id] = targets().ids;
        if (id !== undefined) share(id);
      },
    },
    { keys: "a", does: "Select all that is shown", run: selection.all },
    { keys: "Escape", does: "Select nothing", run: selection.clear },
  ]);
  const shown = pages.error === null && !pages.isLoading;
  return (
    <>
      <PageHeader
        title="Shipments"
        actions={
          mayWrite ? (
            <Button component={Link} to="/shipments/new">
              New shipment
            </Button>
          ) : undefined
        }
      />
      <ViewTabs filters={filters} parameters={parameters} />
      <BoardFilterBar filters={filters} setParameters={setParameters} />
      {pages.error !== null && <ErrorState error={pages.error} retry={pages.reload} />}
      {pages.error === null && pages.isLoading && (
        <LoadingState rows={14} label="Loading shipments" />
      )}
      {shown && pages.isStale && (
        <StaleBanner retry={pages.reload}>This list may not be up to date.</StaleBanner>
      )}
      {shown && (
        <FoundNote q={filters.q} rows={pages.items} complete={!pages.hasMore && !pages.isFormer} />
      )}
      {shown && (
        <SelectionBar
          selection={selection}
          pages={pages}
          mayWrite={mayWrite}
          onRecord={() => setDraft({ type: null, ...targets() })}
        />
      )}
      {shown && (
        <div className={classes.table}>
          <DataTable
            label="Shipments"
            rows={rows}
            lit={lit}
            sort={toSort(filters.sort)}
            onSort={(next) =>
              setParameters(
                (now) => {
                  const changed = new URLSearchParams(now);
                  if (next === null) changed.delete("sort");
                  else changed.set("sort", writeSort(next));
                  return changed;
                },
                { preventScrollReset: true },
              )
            }
            columns={boardColumns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.shipmentNumber}
            onOpen={(row) => void navigate(`/shipments/${row.id}`)}
            activeKey={activeKey}
            onActiveChange={setActiveKey}
            selection={selection}
            virtual
            empty={<BoardEmpty filters={filters} mayWrite={mayWrite} />}
          />
          <LoadMore pages={pages} what="shipments" />
        </div>
      )}
      {draft !== null && (
        <EventDialog
          draft={draft}
          onClose={() => setDraft(null)}
          onRecorded={() => {
            setDraft(null);
            selection.clear();
          }}
        />
      )}
    </>
  );
}
