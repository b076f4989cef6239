import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import classes from "./data-table.module.css";
import { TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import type { DataTableProps } from "./table-types.ts";
import { useTableCursor } from "./use-table-cursor.ts";

const rowHeight = 34;

/** A dense table that is used by keyboard: arrows or `j k`, Home, End, Enter opens, `x` or Space selects. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: props.virtual === true ? props.rows.length : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => {
      const row = props.rows[index];
      return row === undefined ? index : props.rowKey(row);
    },
  });
  const cursor = useTableCursor(props, {
    frame,
    show: (index) => {
      if (props.virtual === true) virtualizer.scrollToIndex(index);
    },
  });
  const items = virtualizer.getVirtualItems();
  const body =
    props.virtual === true ? (
      <>
        <Spacer height={items[0]?.start ?? 0} />
        {items.map(({ index }) => rowAt(props, { index, cursor }))}
        <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </>
    ) : (
      props.rows.map((_, index) => rowAt(props, { index, cursor }))
    );
  if (props.rows.length === 0 && props.empty !== undefined) return props.empty;
  return (
    <div ref={frame} className={classes.frame} data-virtual={props.virtual === true}>
      {/* the rows are where the keys arrive */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        aria-label={props.label}
        aria-rowcount={props.rows.length + 1}
        className={classes.table}
        onKeyDown={cursor.actions.onKeyDown}
      >
        <TableHead {...props} />
        <tbody>{body}</tbody>
      </table>
    </div>
  );
}

function rowAt<Row>(
  props: DataTableProps<Row>,
  { index, cursor }: { readonly index: number; readonly cursor: ReturnType<typeof useTableCursor> },
): ReactNode {
  const row = props.rows[index];
  if (row === undefined) return null;
  const key = props.rowKey(row);
  return (
    <TableRow
      key={key}
      row={row}
      index={index}
      rowKey={key}
      columns={props.columns}
      active={cursor.activeIndex === index}
      reachable={cursor.activeIndex === index || (cursor.activeIndex === -1 && index === 0)}
      selected={props.selection?.selected.has(key)}
      lit={props.lit?.has(key) === true}
      label={props.rowLabel?.(row) ?? key}
      actions={cursor.actions}
      opens={props.onOpen !== undefined}
    />
  );
}

function Spacer({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}
