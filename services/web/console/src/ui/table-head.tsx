import { TriangleDownIcon, TriangleUpIcon } from "@radix-ui/react-icons";
import classes from "./data-table.module.css";
import { allOrNone } from "./table-selection.ts";
import type { Column, DataTableProps, Sort } from "./table-types.ts";

export function TableHead<Row>({
  rows,
  columns,
  rowKey,
  selection,
  sort = null,
  onSort,
}: DataTableProps<Row>) {
  const keys = rows.map(rowKey);
  const chosen =
    selection === undefined ? 0 : keys.filter((key) => selection.selected.has(key)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection !== undefined && (
          <th scope="col" className={classes.check}>
            <input
              type="checkbox"
              aria-label="Select all rows"
              checked={chosen > 0 && chosen === keys.length}
              ref={(box) => {
                if (box !== null) box.indeterminate = chosen > 0 && chosen < keys.length;
              }}
              onChange={() => selection.onChange(allOrNone(selection.selected, keys))}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Row>;
  readonly sort: Sort | null;
  readonly onSort: ((sort: Sort | null) => void) | undefined;
}) {
  const { sort: by, header, width, align, hideBelow } = column;
  const sorted = by !== undefined && sort?.by === by ? sort.direction : null;
  return (
    <th
      scope="col"
      style={width === undefined ? undefined : { width }}
      data-align={align}
      data-hide={hideBelow}
      {...(by === undefined ? {} : { "aria-sort": sortWord(sorted) })}
    >
      {by === undefined || onSort === undefined ? (
        header
      ) : (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort(sortAfter(by, sorted))}
        >
          {header}
          {sorted === "asc" && <TriangleUpIcon aria-hidden />}
          {sorted === "desc" && <TriangleDownIcon aria-hidden />}
        </button>
      )}
    </th>
  );
}

/** Ascending, then descending, then the order that the list has by itself. */
function sortAfter(by: string, sorted: Sort["direction"] | null): Sort | null {
  if (sorted === "desc") return null;
  return { by, direction: sorted === null ? "asc" : "desc" };
}

function sortWord(sorted: Sort["direction"] | null): "ascending" | "descending" | "none" {
  if (sorted === null) return "none";
  return sorted === "asc" ? "ascending" : "descending";
}
