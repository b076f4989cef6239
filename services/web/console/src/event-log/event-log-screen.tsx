import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { LagFacts } from "../developer/lag-facts.tsx";
import { useCommand } from "../live/index.ts";
import {
  type Column,
  DataTable,
  EmptyState,
  Facts,
  Loaded,
  PageHeader,
  Section,
  Time,
} from "../ui/index.ts";
import { LogEvents } from "./log-events.tsx";
import { ReadTables } from "./read-tables.tsx";

type EventLog = components["schemas"]["EventLog"];
type Reader = components["schemas"]["LogReaderStanding"];
type Parked = components["schemas"]["ParkedStream"];

const pollMs = 3_000;

/** For everybody how fresh the readers are; for administrators the log itself, what is parked, and the read tables. */
export function EventLogScreen() {
  const session = useSession();
  return (
    <>
      <PageHeader
        title="Event log"
        subtitle="Every change is an event in the log; the read API, tracking pages and webhooks are made from it."
      />
      {session.may("event_log:read") ? (
        <Administration />
      ) : (
        <Section title="How fresh its readers are">
          <LagFacts />
        </Section>
      )}
    </>
  );
}

function Administration() {
  const query = useQuery({
    queryKey: [...queryKeys.eventLog, "standing"],
    queryFn: ({ signal }) => read(api.GET("/api/event-log", { signal })),
    refetchInterval: pollMs,
  });
  return (
    <>
      <Loaded query={query} what="the log">
        {(log) => <Standing log={log} />}
      </Loaded>
      <LogEvents />
    </>
  );
}

const readerColumns: readonly Column<Reader>[] = [
  { key: "reader", header: "Reader", width: "120px", cell: (row) => row.reader },
  {
    key: "behind",
    header: "Behind",
    align: "end",
    width: "130px",
    cell: (row) => (
      <span className="st-number">{row.behindEvents.toLocaleString("en")} events</span>
    ),
  },
  {
    key: "seconds",
    header: "For",
    align: "end",
    width: "100px",
    cell: (row) => <span className="st-number">{row.behindSeconds.toFixed(1)} s</span>,
  },
  {
    key: "members",
    header: "Processes",
    align: "end",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => <span className="st-number">{row.members}</span>,
  },
  {
    key: "parts",
    header: "Parts",
    align: "end",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => <span className="st-number">{row.partsOwned} of 64</span>,
  },
];

function Standing({ log }: { readonly log: EventLog }) {
  return (
    <>
      <Section title="Readers">
        <Facts
          items={[
            ["Events in the log", log.events.toLocaleString("en")],
            ["Carried by", log.engine === "kafka" ? "Kafka" : "PostgreSQL"],
          ]}
        />
        <DataTable
          label="Readers"
          rows={log.readers}
          columns={readerColumns}
          rowKey={(row) => row.reader}
          shortcuts={false}
        />
      </Section>
      <Section title="Parked">
        <ParkedStreams parked={log.parked} />
      </Section>
      <Section title="Read tables">
        <ReadTables tables={log.readTables} />
      </Section>
    </>
  );
}

function ParkedStreams({ parked }: { readonly parked: readonly Parked[] }) {
  const session = useSession();
  const retry = useCommand({
    done: "It will be tried again",
    changes: [queryKeys.eventLog],
    saysErrors: true,
    send: ({ consumer, streamId }: Parked, options) =>
      api.POST("/api/event-log/parked/{consumer}/{streamId}/retry", {
        ...options,
        params: { path: { consumer, streamId } },
      }),
  });
  const columns: readonly Column<Parked>[] = [
    {
      key: "subject",
      header: "What",
      width: "180px",
      clip: true,
      cell: (row) => row.subject.label ?? row.subject.type.replaceAll("_", " "),
    },
    { key: "reader", header: "Reader", width: "110px", cell: (row) => row.consumer },
    {
      key: "event",
      header: "Event",
      width: "210px",
      clip: true,
      hideBelow: "md",
      cell: (row) => <code>{row.eventType ?? row.position}</code>,
    },
    { key: "why", header: "Why", cell: (row) => row.sentence },
    { key: "since", header: "Since", width: "110px", cell: (row) => <Time at={row.since} /> },
    {
      key: "actions",
      header: <span className="st-hidden">Actions</span>,
      width: "110px",
      align: "end",
      cell: (row) =>
        row.retryRequestedAt === null ? (
          session.may("event_log:retry") && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Try ${row.subject.label ?? row.streamId} again`}
              onClick={() => retry.mutate(row)}
            >
              Try again
            </Button>
          )
        ) : (
          <span>asked for</span>
        ),
    },
  ];
  return (
    <DataTable
      label="Parked streams"
      rows={parked}
      columns={columns}
      rowKey={(row) => `${row.consumer} ${row.streamId}`}
      shortcuts={false}
      empty={
        <EmptyState title="Nothing is parked">
          An event that a reader cannot apply is set aside with what follows on it, and everything
          else goes on.
        </EmptyState>
      }
    />
  );
}
