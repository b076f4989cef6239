import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { type Column, DataTable, EmptyState, Loaded, PageHeader, Time } from "../ui/index.ts";
import { type Import, kindWords, stateWords } from "./import.ts";
import classes from "./imports.module.css";
import { Upload } from "./upload.tsx";

const columns: readonly Column<Import>[] = [
  { key: "started", header: "Started", width: "140px", cell: (row) => <Time at={row.createdAt} /> },
  { key: "kind", header: "What", cell: (row) => kindWords[row.kind] },
  {
    key: "state",
    header: "State",
    width: "110px",
    cell: (row) => <ImportState state={row.state} />,
  },
  { ...numbers("total", "Lines", (row) => row.total), hideBelow: "sm" },
  numbers("accepted", "Added", (row) => row.accepted),
  { ...numbers("duplicates", "There already", (row) => row.duplicates), hideBelow: "sm" },
  numbers("rejected", "Rejected", (row) => row.rejectedCount),
];

export function ImportState({ state }: { readonly state: Import["state"] }) {
  return (
    <span className={classes.state} data-state={state}>
      {stateWords[state]}
    </span>
  );
}

const pollMs = 2_000;

export function ImportsScreen() {
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [...queryKeys.imports, "list"],
    queryFn: ({ signal }) => read(api.GET("/api/imports", { signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === "running") === true ? pollMs : false,
  });
  return (
    <>
      <PageHeader
        title="Imports"
        subtitle="Good lines are kept, bad ones are named. The same file twice adds nothing."
      />
      <Upload />
      <section className={classes.section} aria-labelledby="imports-list">
        <h2 id="imports-list">The newest imports</h2>
        <Loaded query={query} what="the imports" rows={4}>
          {({ items }) => (
            <DataTable
              label="Imports"
              rows={items}
              columns={columns}
              rowKey={(row) => row.id}
              onOpen={(row) => void navigate(`/imports/${row.id}`)}
              empty={
                <EmptyState title="No imports yet">
                  Begin with the template: it has every column and an example.
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </section>
    </>
  );
}

function numbers(key: string, header: string, value: (row: Import) => number): Column<Import> {
  return {
    key,
    header,
    align: "end",
    width: "100px",
    cell: (row) => <span className="st-number">{value(row).toLocaleString("en")}</span>,
  };
}
