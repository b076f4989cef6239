import { useQuery } from "@tanstack/react-query";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { LagFacts, readerWords } from "../developer/lag-facts.tsx";
import {
  type Column,
  counted,
  DataTable,
  Facts,
  Loaded,
  PageHeader,
  Section,
} from "../ui/index.ts";
import classes from "./event-log.module.css";
import { LogEvents } from "./log-events.tsx";
import { ParkedStreams } from "./parked-streams.tsx";
import { ReadTables } from "./read-tables.tsx";

type EventLog = components["schemas"]["EventLog"];
type Reader = components["schemas"]["LogReaderStanding"];

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
  { key: "reader", header: "Reader", cell: (row) => readerWords[row.reader] },
  {
    key: "behind",
    header: "Behind",
    align: "end",
    width: "130px",
    cell: (row) => <span className="st-number">{counted(row.behindEvents, "event")}</span>,
  },
  {
    key: "seconds",
    header: "For",
    align: "end",
    width: "100px",
    cell: (row) => (
      <span className="st-number">
        {row.behindEvents === 0 ? "–" : `${row.behindSeconds.toFixed(1)} s`}
      </span>
    ),
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
        <div className={classes.facts}>
          <Facts
            items={[
              ["Events in the log", log.events.toLocaleString("en")],
              ["Carried by", log.engine === "kafka" ? "Kafka" : "PostgreSQL"],
            ]}
          />
        </div>
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
