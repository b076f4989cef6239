import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { invoiceStatuses } from "@shipment-tracking/domain";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { CustomerPicker } from "../pickers/index.ts";
import {
  changedParameter,
  type Column,
  DataTable,
  EmptyState,
  Listed,
  Money,
  PageHeader,
  SearchField,
  usePages,
} from "../ui/index.ts";
import { InvoiceStatusMark } from "./invoice-status.tsx";
import { type Invoice, invoiceStatusWords, isOwed } from "./invoice.ts";
import classes from "./invoices.module.css";

const columns: readonly Column<Invoice>[] = [
  {
    key: "number",
    header: "Number",
    width: "130px",
    cell: (row) => (
      <>
        <span className={`${classes["nowrap"] ?? ""} st-number`}>{row.invoiceNumber}</span>
        <span className={classes.narrow}>{row.customerName}</span>
      </>
    ),
  },
  {
    key: "customer",
    header: "Customer",
    clip: true,
    hideBelow: "sm",
    cell: (row) => <bdi>{row.customerName}</bdi>,
  },
  {
    key: "shipment",
    header: "Shipment",
    width: "160px",
    hideBelow: "md",
    cell: (row) => <span className="st-number">{row.shipmentNumber ?? "–"}</span>,
  },
  {
    key: "status",
    header: "Status",
    width: "190px",
    cell: (row) => <InvoiceStatusMark invoice={row} />,
  },
  {
    key: "issued",
    header: "Issued",
    width: "110px",
    hideBelow: "md",
    cell: (row) => <span className="st-number">{row.issueDate ?? "–"}</span>,
  },
  {
    key: "due",
    header: "Due",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => <span className="st-number">{row.dueDate ?? "–"}</span>,
  },
  {
    key: "total",
    header: "Total",
    align: "end",
    width: "140px",
    hideBelow: "sm",
    cell: (row) => <Money amountMinor={row.totalMinor} currency={row.currency} />,
  },
  {
    key: "open",
    header: "Open",
    align: "end",
    width: "140px",
    cell: (row) =>
      isOwed(row) ? <Money amountMinor={row.balanceMinor} currency={row.currency} /> : "–",
  },
];

export function InvoicesScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const q = parameters.get("q") ?? "";
  const status = invoiceStatuses.find((candidate) => candidate === parameters.get("status"));
  const customerId = parameters.get("customerId");
  const overdue = parameters.get("overdue") === "true";
  const set = (name: string, value: string | null) =>
    setParameters((now) => changedParameter(now, name, value));
  const filters = {
    ...(q === "" ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(customerId === null ? {} : { customerId }),
    ...(overdue ? { overdue: "true" as const } : {}),
  };
  const pages = usePages([...queryKeys.invoices, "list", filters], (cursor, signal) =>
    read(
      api.GET("/api/invoices", {
        params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  const create = session.may("invoices:write") ? (
    <Button component={Link} to="/invoices/new">
      New invoice
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader title="Invoices" actions={create} />
      <div className={classes.filters}>
        <SearchField
          label="Search invoices"
          placeholder="Number or customer"
          className={classes.search}
        />
        <NativeSelect
          aria-label="Status"
          value={status ?? ""}
          onChange={(event) => set("status", event.currentTarget.value)}
          data={[
            { value: "", label: "Every status" },
            ...invoiceStatuses.map((value) => ({ value, label: invoiceStatusWords[value] })),
          ]}
        />
        <CustomerPicker
          label={null}
          aria-label="Customer"
          placeholder="Every customer"
          value={customerId}
          onChange={(value) => set("customerId", value)}
        />
        <Checkbox
          label="Overdue only"
          checked={overdue}
          onChange={(event) => set("overdue", event.currentTarget.checked ? "true" : null)}
        />
      </div>
      <Listed pages={pages} what="invoices">
        <DataTable
          label="Invoices"
          rows={pages.items}
          columns={columns}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.invoiceNumber}
          onOpen={(row) => void navigate(`/invoices/${row.id}`)}
          empty={
            Object.keys(filters).length === 0 ? (
              <EmptyState title="No invoices yet" action={create}>
                An invoice begins as a draft; once issued it can only be paid, voided or given up.
              </EmptyState>
            ) : (
              <EmptyState title="No invoice fits">
                {q === "" ? "Nothing has these properties." : `Nothing was found for “${q}”.`}
              </EmptyState>
            )
          }
        />
      </Listed>
    </>
  );
}
