import { Button, SegmentedControl } from "@mantine/core";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import {
  changedParameter,
  type Column,
  DataTable,
  EmptyState,
  Listed,
  PageHeader,
  SearchField,
  Time,
  usePages,
} from "../ui/index.ts";
import { type Customer, type CustomerStatus, customerStatusWords } from "./customer.ts";
import classes from "./customers.module.css";

const columns: readonly Column<Customer>[] = [
  {
    key: "number",
    header: "Number",
    width: "120px",
    cell: (row) => <span className="st-number">{row.customerNumber}</span>,
  },
  { key: "name", header: "Name", clip: true, cell: (row) => row.name },
  {
    key: "contact",
    header: "Contact",
    clip: true,
    hideBelow: "md",
    cell: (row) => row.contactName ?? row.email ?? "–",
  },
  {
    key: "place",
    header: "City",
    clip: true,
    hideBelow: "md",
    cell: (row) =>
      row.billingAddress === null
        ? "–"
        : `${row.billingAddress.city}, ${row.billingAddress.countryCode}`,
  },
  {
    key: "currency",
    header: "Currency",
    width: "90px",
    hideBelow: "sm",
    cell: (row) => row.currency ?? "–",
  },
  {
    key: "status",
    header: "Status",
    width: "100px",
    cell: (row) => <CustomerStatusMark status={row.status} />,
  },
  {
    key: "updated",
    header: "Changed",
    width: "130px",
    hideBelow: "sm",
    cell: (row) => <Time at={row.updatedAt} />,
  },
];

export function CustomerStatusMark({ status }: { readonly status: CustomerStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      {customerStatusWords[status]}
    </span>
  );
}

/** Search and status live in the address, so that a list can be sent to a colleague and the back button returns to it. */
export function CustomersScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const q = parameters.get("q") ?? "";
  const status = statusOf(parameters.get("status"));
  const filters = { ...(q === "" ? {} : { q }), ...(status === null ? {} : { status }) };
  const pages = usePages([...queryKeys.customers, "list", filters], (cursor, signal) =>
    read(
      api.GET("/api/customers", {
        params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  const mayWrite = session.may("customers:write");
  const create = (
    <Button component={Link} to="/customers/new">
      New customer
    </Button>
  );
  return (
    <>
      <PageHeader title="Customers" actions={mayWrite ? create : undefined} />
      <div className={classes.filters}>
        <SearchField
          label="Search customers"
          placeholder="Name, number or reference"
          className={classes.search}
        />
        <SegmentedControl
          aria-label="Status"
          size="xs"
          value={status ?? ""}
          onChange={(value) => setParameters((now) => changedParameter(now, "status", value))}
          data={[
            { value: "", label: "All" },
            { value: "active", label: "Active" },
            { value: "inactive", label: "Inactive" },
          ]}
        />
      </div>
      <Listed pages={pages} what="customers">
        <DataTable
          label="Customers"
          rows={pages.items}
          columns={columns}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.name}
          onOpen={(row) => void navigate(`/customers/${row.id}`)}
          empty={
            q === "" && status === null ? (
              <EmptyState title="No customers yet" action={mayWrite ? create : undefined}>
                A customer is who a shipment is for and who gets the invoice.
              </EmptyState>
            ) : (
              <EmptyState title="No customer fits">
                {q === "" ? "None has this status." : `Nothing was found for “${q}”.`}
              </EmptyState>
            )
          }
        />
      </Listed>
    </>
  );
}

function statusOf(text: string | null): CustomerStatus | null {
  return text === "active" || text === "inactive" ? text : null;
}
