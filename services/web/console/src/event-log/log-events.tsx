import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { api, type components, queryKeys, read } from "../api/index.ts";
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  LoadingState,
  LoadMore,
  Section,
  Time,
  usePages,
} from "../ui/index.ts";
import classes from "./event-log.module.css";

type LogEvent = components["schemas"]["LogEvent"];

const places: Readonly<Partial<Record<LogEvent["subject"]["type"], string>>> = {
  shipment: "/shipments/",
  customer: "/customers/",
  invoice: "/invoices/",
};

function columnsOf(open: (event: LogEvent) => void): readonly Column<LogEvent>[] {
  return [
    { key: "at", header: "Recorded", width: "120px", cell: (row) => <Time at={row.recordedAt} /> },
    {
      key: "position",
      header: "Position",
      width: "100px",
      hideBelow: "sm",
      cell: (row) => <span className="st-number">{row.position}</span>,
    },
    { key: "type", header: "Type", clip: true, cell: (row) => <code>{row.type}</code> },
    {
      key: "subject",
      header: "On",
      width: "180px",
      clip: true,
      cell: ({ subject }) => {
        const place = places[subject.type];
        const words = subject.label ?? subject.type.replaceAll("_", " ");
        return place === undefined ? words : <Link to={`${place}${subject.id}`}>{words}</Link>;
      },
    },
    {
      key: "actor",
      header: "By",
      width: "170px",
      clip: true,
      hideBelow: "md",
      cell: ({ actor }) => actor.name ?? actor.kind.replaceAll("_", " "),
    },
    {
      key: "data",
      header: <span className="st-hidden">Data</span>,
      width: "80px",
      align: "end",
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Data of ${row.position}`}
          onClick={() => open(row)}
        >
          Data
        </Button>
      ),
    },
  ];
}

/** The company's own events, newest first. */
export function LogEvents() {
  const [parameters, setParameters] = useSearchParams();
  const [shown, setShown] = useState<LogEvent | null>(null);
  const type = parameters.get("type") ?? "";
  const [typed, setTyped] = useState(type);
  const filters = type === "" ? {} : { type };
  const pages = usePages([...queryKeys.eventLog, "events", filters], (cursor, signal) =>
    read(
      api.GET("/api/event-log/events", {
        params: { query: { ...filters, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    ),
  );
  return (
    <Section title="Your company's events">
      <form
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault();
          setParameters(typed.trim() === "" ? {} : { type: typed.trim() });
        }}
      >
        <TextInput
          aria-label="Type of event"
          placeholder="Type, as shipment.created"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
      {pages.error !== null && <ErrorState error={pages.error} retry={pages.reload} />}
      {pages.error === null && pages.isLoading && <LoadingState label="Loading events" />}
      {pages.error === null && !pages.isLoading && (
        <>
          <DataTable
            label="Events"
            rows={pages.items}
            columns={columnsOf(setShown)}
            rowKey={(row) => row.position}
            empty={<EmptyState title={type === "" ? "No events yet" : "No events of this type"} />}
          />
          <LoadMore pages={pages} what="events" />
        </>
      )}
      {shown !== null && (
        <section className={classes.data} aria-label="Data of the event">
          <div className={classes.filters}>
            <strong>
              <code>{shown.type}</code> at {shown.position}
            </strong>
            <Button variant="subtle" size="compact-xs" onClick={() => setShown(null)}>
              Close
            </Button>
          </div>
          <pre className="st-mono">{JSON.stringify(shown.data, null, 2)}</pre>
        </section>
      )}
    </Section>
  );
}
