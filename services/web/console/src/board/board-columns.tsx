import type { components } from "../api/index.ts";
import { type Column, EventTypeMark, StatusMark, Time } from "../ui/index.ts";
import classes from "./board.module.css";

export type BoardLine = components["schemas"]["BoardLine"];

export const boardColumns: readonly Column<BoardLine>[] = [
  {
    key: "number",
    header: "Number",
    sort: "number",
    width: "130px",
    cell: (row) => (
      <>
        <span className={`${classes["number"] ?? ""} st-number`}>{row.shipmentNumber}</span>
        {row.late && <span className={`${classes["late"]} ${classes["narrow"]}`}>late</span>}
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    sort: "status",
    width: "156px",
    cell: (row) => <StatusMark status={row.status} />,
  },
  {
    key: "due",
    header: "Delivery due",
    width: "140px",
    sort: "delivery",
    hideBelow: "sm",
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
    width: "14%",
    clip: true,
    hideBelow: "sm",
    cell: (row) => (
      <>
        <bdi>{row.originCity ?? "–"}</bdi> → <bdi>{row.destCity ?? "–"}</bdi>
      </>
    ),
  },
  {
    key: "customer",
    header: "Customer",
    width: "11%",
    clip: true,
    hideBelow: "md",
    cell: (row) => row.customerName ?? "–",
  },
  {
    key: "last",
    header: "Last event",
    sort: "lastEvent",
    width: "20%",
    clip: true,
    hideBelow: "sm",
    cell: (row) =>
      row.lastEvent === null ? (
        <span className={classes.none}>none yet</span>
      ) : (
        <>
          <EventTypeMark type={row.lastEvent.eventType} /> <bdi>{row.lastEvent.city}</bdi>,{" "}
          <Time at={row.lastEvent.eventAt} />
        </>
      ),
  },
  {
    key: "carrier",
    header: "Carrier",
    width: "10%",
    clip: true,
    hideBelow: "md",
    cell: (row) => row.carrierName ?? "–",
  },
  {
    key: "updated",
    header: "Changed",
    width: "90px",
    hideBelow: "md",
    sort: "updated",
    cell: (row) => <Time at={row.updatedAt} />,
  },
];
