import type { ReactNode } from "react";

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  cell(row: Row): ReactNode;
  /** CSS width, for example `120px` or `20%`; without, as wide as the content needs. */
  readonly width?: string;
  readonly align?: "start" | "end";
  /** Name of the order that a click on the header asks for. */
  readonly sort?: string;
  /** Left out where the window is narrower: sm 768 px, md 1024 px. */
  readonly hideBelow?: "sm" | "md" | undefined;
  /** Long texts end in an ellipsis. */
  readonly clip?: boolean;
}

export interface Sort {
  readonly by: string;
  readonly direction: "asc" | "desc";
}

export interface Selection {
  readonly selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  /** Enter, or a click on the row. */
  onOpen?(row: Row): void;
  /** How a row is called, for its checkbox. */
  rowLabel?(row: Row): string;
  readonly selection?: Selection;
  readonly sort?: Sort | null;
  /** Null: the order that the list has by itself. */
  onSort?(sort: Sort | null): void;
  /** Draws only the rows in view, in a frame of its own that fills the window: for hundreds of rows. */
  readonly virtual?: boolean;
  /** The row of the keyboard; without these the table keeps it itself. */
  readonly activeKey?: string | null;
  onActiveChange?(key: string): void;
  /** `j k Enter x` work without the focus in the table, while it is on the screen. Default true; false where there are two tables. */
  readonly shortcuts?: boolean;
  /** Keys of rows that somebody has just changed: they are lit for a moment. */
  readonly lit?: ReadonlySet<string>;
  /** In place of the rows when there are none. */
  readonly empty?: ReactNode;
}
