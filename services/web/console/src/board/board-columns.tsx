import type { components } from "../api/index.ts";
import { type Column, EventTypeMark, StatusMark, Time } from "../ui/index.ts";
import classes from "./board.module.css";

export type BoardLine = components["schemas"]["BoardLine"];

export const boardColumns: readonly Column<BoardLine>[] = [
  {
    key: "number",
    header: "Number",
    sort: "number",
    width: "160px",
    clip: true,
    cell: (row) => (
      <span className={`${classes["number"] ?? ""} st-number`}>{row.shipmentNumber}</span>
    ),
  },
  {
    key: "status",
    header: "Status",
    width: "160px",
    cell: (row) => <StatusMark status={row.status} />,
  },
  {
    key: "due",
    header: "Delivery due",
    width: "130px",
    sort: "due",
    cell: (row) => (
      <span className={classes.due} data-late={row.late}>
        <Time at={row.deliveryScheduledAt} format="short" />
        {row.late && <span className={classes.late}>late</span>}
      </span>
    ),
  },
  {
    key: "route",
    header: "Route",
    clip: true,
    hideBelow: "sm",
    cell: (row) => (
      <>
        {row.originCity ?? "–"} <span aria-label="to">→</span> {row.destCity ?? "–"}
      </>
    ),
  },
  {
    key: "customer",
    header: "Customer",
    clip: true,
    hideBelow: "md",
    cell: (row) => row.customerName ?? "–",
  },
  {
    key: "last",
    header: "Last event",
    sort: "last",
    clip: true,
    hideBelow: "sm",
    cell: (row) =>
      row.lastEvent === null ? (
        <span className={classes.none}>none yet</span>
      ) : (
        <>
          <EventTypeMark type={row.lastEvent.eventType} /> {row.lastEvent.city},{" "}
          <Time at={row.lastEvent.eventAt} />
        </>
      ),
  },
  {
    key: "carrier",
    header: "Carrier",
    width: "130px",
    clip: true,
    hideBelow: "md",
    cell: (row) => row.carrierName ?? "–",
  },
  {
    key: "updated",
    header: "Changed",
    width: "110px",
    hideBelow: "md",
    sort: "changed",
    cell: (row) => <Time at={row.updatedAt} />,
  },
];
