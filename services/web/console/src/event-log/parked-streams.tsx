import { Button } from "@mantine/core";
import { api, type components, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { type Column, DataTable, EmptyState, Time } from "../ui/index.ts";

type Parked = components["schemas"]["ParkedStream"];

/** What a reader has set aside because it could not apply it, with the reason and another try. */
export function ParkedStreams({ parked }: { readonly parked: readonly Parked[] }) {
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
  return (
    <DataTable
      label="Parked streams"
      rows={parked}
      columns={session.may("event_log:retry") ? withRetry((row) => retry.mutate(row)) : columns}
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

const columns: readonly Column<Parked>[] = [
  {
    key: "subject",
    header: "What",
    width: "150px",
    clip: true,
    cell: (row) => labelOf(row) ?? row.subject.type.replaceAll("_", " "),
  },
  {
    key: "reader",
    header: "Reader",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => row.consumer,
  },
  {
    key: "event",
    header: "Event",
    width: "210px",
    clip: true,
    hideBelow: "md",
    cell: (row) => <code>{row.eventType ?? row.position}</code>,
  },
  { key: "why", header: "Why", cell: (row) => row.sentence },
  {
    key: "since",
    header: "Since",
    width: "110px",
    hideBelow: "sm",
    cell: (row) => <Time at={row.since} />,
  },
];

function withRetry(retry: (row: Parked) => void): readonly Column<Parked>[] {
  return [
    ...columns,
    {
      key: "actions",
      header: <span className="st-hidden">Actions</span>,
      width: "110px",
      align: "end",
      cell: (row) =>
        row.retryRequestedAt === null ? (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Try again: ${labelOf(row) ?? row.streamId}`}
            onClick={() => retry(row)}
          >
            Try again
          </Button>
        ) : (
          "asked for"
        ),
    },
  ];
}

function labelOf({ subject }: Parked): string | null {
  return subject.label;
}
