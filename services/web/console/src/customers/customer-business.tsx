import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import {
  type Column,
  DataTable,
  EmptyState,
  Listed,
  Money,
  StatusMark,
  Time,
  usePages,
} from "../ui/index.ts";
import { InvoiceStatusMark } from "../invoices/invoice-status.tsx";
import { isOwed } from "../invoices/invoice.ts";
import type { Customer } from "./customer.ts";
import classes from "./customers.module.css";

type Shipment = components["schemas"]["BoardLine"];
type Invoice = components["schemas"]["Invoice"];

const shipmentColumns: readonly Column<Shipment>[] = [
  {
    key: "number",
    header: "Number",
    width: "150px",
    cell: (row) => <span className="st-number">{row.shipmentNumber}</span>,
  },
  {
    key: "status",
    header: "Status",
    width: "170px",
    cell: (row) => <StatusMark status={row.status} />,
  },
  {
    key: "route",
    header: "Route",
    clip: true,
    hideBelow: "sm",
    cell: (row) => `${row.originCity ?? "–"} → ${row.destCity ?? "–"}`,
  },
  {
    key: "due",
    header: "Delivery",
    width: "120px",
    cell: (row) => <Time at={row.deliveryScheduledAt} format="short" />,
  },
];

const invoiceColumns: readonly Column<Invoice>[] = [
  {
    key: "number",
    header: "Number",
    width: "150px",
    cell: (row) => <span className="st-number">{row.invoiceNumber}</span>,
  },
  { key: "status", header: "Status", cell: (row) => <InvoiceStatusMark invoice={row} /> },
  {
    key: "due",
    header: "Due",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => <span className="st-number">{row.dueDate ?? "–"}</span>,
  },
  {
    key: "balance",
    header: "Open",
    align: "end",
    width: "130px",
    cell: (row) =>
      isOwed(row) ? <Money amountMinor={row.balanceMinor} currency={row.currency} /> : "–",
  },
];

/** The newest shipments and invoices of a customer. */
export function CustomerBusiness({ customer }: { readonly customer: Customer }) {
  const session = useSession();
  const navigate = useNavigate();
  const customerId = customer.id;
  const shipments = usePages(
    [...queryKeys.shipments, "of-customer", customerId],
    (cursor, signal) =>
      read(
        api.GET("/api/shipments", {
          params: { query: { customerId, limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
          signal,
        }),
      ),
  );
  const invoices = usePages([...queryKeys.invoices, "of-customer", customerId], (cursor, signal) =>
    read(
      api.GET("/api/invoices", {
        params: { query: { customerId, limit: 20, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  return (
    <div>
      <section className={classes.section} aria-labelledby="customer-shipments">
        <h2 id="customer-shipments">Shipments</h2>
        <Listed pages={shipments} what="shipments" rows={3}>
          <DataTable
            label="Shipments of this customer"
            rows={shipments.items}
            columns={shipmentColumns}
            rowKey={(row) => row.id}
            shortcuts={false}
            onOpen={(row) => void navigate(`/shipments/${row.id}`)}
            empty={<EmptyState title="No shipments yet" />}
          />
        </Listed>
      </section>
      <section className={classes.section} aria-labelledby="customer-invoices">
        <h2 id="customer-invoices">Invoices</h2>
        <Listed pages={invoices} what="invoices" rows={3}>
          <DataTable
            label="Invoices of this customer"
            rows={invoices.items}
            columns={invoiceColumns}
            rowKey={(row) => row.id}
            shortcuts={false}
            onOpen={(row) => void navigate(`/invoices/${row.id}`)}
            empty={
              <EmptyState
                title="No invoices yet"
                action={
                  session.may("invoices:write") ? (
                    <Button
                      variant="default"
                      component={Link}
                      to={`/invoices/new?customerId=${customerId}`}
                    >
                      New invoice
                    </Button>
                  ) : undefined
                }
              />
            }
          />
        </Listed>
      </section>
    </div>
  );
}
