import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import {
  type Column,
  DataTable,
  EmptyState,
  Listed,
  Section,
  Time,
  usePages,
} from "../ui/index.ts";
import { actorWords } from "../audit/actor-words.ts";
import { EventDialog, type LogEvent, LogSubject } from "./event-dialog.tsx";
import classes from "./event-log.module.css";

const columns: readonly Column<LogEvent>[] = [
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
    hideBelow: "sm",
    cell: (row) => <LogSubject event={row} />,
  },
  {
    key: "actor",
    header: "By",
    width: "170px",
    clip: true,
    hideBelow: "md",
    cell: (row) => actorWords(row.actor),
  },
];

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
      <Listed pages={pages} what="events">
        <DataTable
          label="Events"
          rows={pages.items}
          columns={columns}
          rowKey={(row) => row.position}
          onOpen={(row) => setShown(row)}
          empty={<EmptyState title={type === "" ? "No events yet" : "No events of this type"} />}
        />
      </Listed>
      {shown !== null && <EventDialog event={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}
