import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
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
  usePages,
} from "../ui/index.ts";
import { useUndo } from "../undo/index.ts";
import { boardColumns } from "./board-columns.tsx";
import classes from "./board.module.css";
import { BoardEmpty } from "./board-empty.tsx";
import { BoardFilterBar } from "./board-filter-bar.tsx";
import { EventDialog, type EventDraft } from "./event-dialog.tsx";
import { FoundNote } from "./found-note.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useBoardSelection } from "./use-board-selection.ts";
import { readSort, sorted, writeSort } from "./sort.ts";
import { useLitRows } from "./use-lit-rows.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { readFilters, todayOf, toQuery } from "./views.ts";

/** What is late or in trouble, every call about a shipment, and events on twenty shipments at once. */
export function BoardScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  const day = new Date(useNow()).toDateString();
  const query = useMemo(() => toQuery(filters, todayOf(new Date(day))), [filters, day]);
  const pages = usePages([...queryKeys.shipments, "board", query], (cursor, signal) =>
    read(
      api.GET("/api/shipments", {
        params: { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  const sortText = parameters.get("sort");
  const sort = useMemo(() => readSort(sortText), [sortText]);
  const rows = useMemo(() => sorted(pages.items, sort), [pages.items, sort]);
  const lit = useLitRows();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const selection = useBoardSelection(pages);
  const [draft, setDraft] = useState<EventDraft | null>(null);
  const mayWrite = session.may("shipments:write");
  const undo = useUndo();
  const share = useShare();

  /** Those that are selected, or else the row where the keyboard is. */
  const targets = () => {
    const chosen = pages.items.filter((row) => selection.selected.has(row.id));
    return chosen.length > 0 ? chosen : pages.items.filter((row) => row.id === activeKey);
  };
  useShortcuts(
    "Board",
    mayWrite
      ? [
          ...eventShortcuts((type) => {
            const rows = targets();
            if (rows.length > 0) setDraft({ type, rows });
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
        const [row] = targets();
        if (row !== undefined) share(row.id);
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
          count={selection.selected.size}
          mayWrite={mayWrite}
          onRecord={() => setDraft({ type: null, rows: targets() })}
          onClear={selection.clear}
        />
      )}
      {shown && (
        <div className={classes.table}>
          <DataTable
            label="Shipments"
            rows={rows}
            lit={lit}
            sort={sort}
            onSort={(next) =>
              setParameters(
                (now) => {
                  const changed = new URLSearchParams(now);
                  changed.set("sort", writeSort(next));
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
          {sort !== null && pages.hasMore && (
            <p className={classes.note}>
              Sorted are those that are shown; load more to sort among more.
            </p>
          )}
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
