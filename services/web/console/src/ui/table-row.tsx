import { memo, type MouseEvent } from "react";
import classes from "./data-table.module.css";
import type { Column } from "./table-types.ts";
import { TimesTabIndex } from "./time.tsx";
import type { TableActions } from "./use-table-cursor.ts";

interface TableRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly rowKey: string;
  readonly columns: readonly Column<Row>[];
  readonly active: boolean;
  /** The Tab key stops here. */
  readonly reachable: boolean;
  /** Undefined: rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly lit: boolean;
  readonly label: string;
  readonly actions: TableActions;
  readonly opens: boolean;
}

function Row<Data>(props: TableRowProps<Data>) {
  const { row, index, rowKey, columns, active, selected, actions } = props;
  return (
    // opens by Enter in the table's own handler
    <tr
      data-row={rowKey}
      data-active={active}
      data-selected={selected === true}
      data-opens={props.opens}
      data-lit={props.lit}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={props.reachable ? 0 : -1}
      onFocus={() => actions.activate(index)}
      onClick={(event) => {
        if (!isControl(event)) actions.open(index);
      }}
    >
      {selected !== undefined && (
        <td className={classes.check}>
          <input
            type="checkbox"
            checked={selected}
            tabIndex={-1}
            aria-label={`Select ${props.label}`}
            onChange={() => undefined}
            onClick={(event) => actions.select(index, event.shiftKey)}
          />
        </td>
      )}
      <TimesTabIndex value={active ? 0 : -1}>
        {columns.map((column) => (
          <td
            key={column.key}
            data-align={column.align}
            data-hide={column.hideBelow}
            data-clip={column.clip}
          >
            {column.cell(row)}
          </td>
        ))}
      </TimesTabIndex>
    </tr>
  );
}

// memo loses that it is generic
export const TableRow = memo(Row) as typeof Row;

/** A link or button in a cell does its own; a marked text is being copied. */
function isControl(event: MouseEvent): boolean {
  const target = event.target as Element; // the event of a pointer on this row's elements
  const control = target.closest("a, button, input, label, select, textarea");
  return control !== null || (globalThis.getSelection()?.toString() ?? "") !== "";
}
