import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useShortcuts } from "../keys/index.ts";
import { extended, toggled } from "./table-selection.ts";
import type { DataTableProps } from "./table-types.ts";

/** What clicks and keys do in a table. Stays the same, so that rows are not drawn again for it. */
export interface TableActions {
  activate(index: number): void;
  open(index: number): void;
  select(index: number, range: boolean): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function useTableCursor<Row>(
  props: DataTableProps<Row>,
  { frame, show }: { readonly frame: RefObject<HTMLElement | null>; show(index: number): void },
): {
  /** Where the keyboard is; -1: on no row yet. */
  readonly activeIndex: number;
  readonly actions: TableActions;
} {
  const { rows, rowKey, shortcuts = true } = props;
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const activeKey = props.activeKey === undefined ? ownKey : props.activeKey;
  const activeIndex = useMemo(
    () => (activeKey === null ? -1 : rows.findIndex((row) => rowKey(row) === activeKey)),
    [rows, rowKey, activeKey],
  );
  const latest = useRef({ props, activeIndex, show });
  useLayoutEffect(() => {
    latest.current = { props, activeIndex, show };
  });
  const lastSelected = useRef<string | null>(null);
  const [actions] = useState(() => actionsOf({ latest, lastSelected, frame, setOwnKey }));
  useShortcuts("Table", shortcuts && rows.length > 0 ? actions.shortcuts(props) : []);
  return { activeIndex, actions };
}

interface Latest<Row> {
  readonly props: DataTableProps<Row>;
  readonly activeIndex: number;
  show(index: number): void;
}

function actionsOf<Row>({
  latest,
  lastSelected,
  frame,
  setOwnKey,
}: {
  readonly latest: RefObject<Latest<Row>>;
  readonly lastSelected: RefObject<string | null>;
  readonly frame: RefObject<HTMLElement | null>;
  setOwnKey(key: string): void;
}) {
  const keyAt = (index: number): string | null => {
    const { rows, rowKey } = latest.current.props;
    const row = rows[index];
    return row === undefined ? null : rowKey(row);
  };
  const activate = (index: number): void => {
    const key = keyAt(index);
    if (key === null) return;
    setOwnKey(key);
    latest.current.props.onActiveChange?.(key);
  };
  const moveTo = (wanted: number): void => {
    const index = Math.max(0, Math.min(wanted, latest.current.props.rows.length - 1));
    activate(index);
    latest.current.show(index);
    focusRow(frame.current, keyAt(index));
  };
  const open = (index: number): void => {
    const { rows, onOpen } = latest.current.props;
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const select = (index: number, range: boolean): void => {
    const { rows, rowKey, selection } = latest.current.props;
    const key = keyAt(index);
    if (selection === undefined || key === null) return;
    selection.onChange(
      range
        ? extended(selection.selected, rows.map(rowKey), { from: lastSelected.current, to: key })
        : toggled(selection.selected, key),
    );
    lastSelected.current = key;
  };
  const move = (steps: number): void => moveTo(latest.current.activeIndex + steps);
  const onKeyDown = (event: KeyboardEvent): void => {
    const onRow = event.target instanceof HTMLTableRowElement;
    const index = latest.current.activeIndex;
    const byKey: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(15),
      PageUp: () => move(-15),
      Home: () => moveTo(0),
      End: () => moveTo(latest.current.props.rows.length - 1),
      Enter: () => open(index),
      " ": () => select(index, event.shiftKey),
    };
    const run = byKey[event.key];
    if (!onRow || run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  const shortcuts = ({ onOpen, selection }: DataTableProps<Row>) => [
    { keys: "j", does: "Next row", run: () => move(1) },
    { keys: "k", does: "Row before", run: () => move(-1) },
    ...(onOpen === undefined
      ? []
      : [{ keys: "Enter", does: "Open the row", run: () => open(latest.current.activeIndex) }]),
    ...(selection === undefined
      ? []
      : [
          {
            keys: "x",
            does: "Select the row",
            run: () => select(latest.current.activeIndex, false),
          },
        ]),
  ];
  return { activate, open, select, onKeyDown, shortcuts };
}

/** A row that is drawn only now takes the focus when it is there. */
function focusRow(frame: HTMLElement | null, key: string | null, tries = 3): void {
  if (frame === null || key === null) return;
  const row = frame.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`);
  if (row !== null) {
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  } else if (tries > 0) requestAnimationFrame(() => focusRow(frame, key, tries - 1));
}
