import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { type Column, DataTable, EmptyState, Loaded, PageHeader, Time } from "../ui/index.ts";
import { ConditionMark } from "./marks.tsx";
import { conditionOf, type Endpoint, latencyWords, shareWords } from "./webhook.ts";

const columns: readonly Column<Endpoint>[] = [
  { key: "url", header: "Address", clip: true, cell: (row) => row.description ?? row.url },
  {
    key: "state",
    header: "State",
    width: "120px",
    cell: (row) => <ConditionMark condition={conditionOf(row)} />,
  },
  {
    key: "share",
    header: "Delivered, last day",
    width: "160px",
    hideBelow: "sm",
    cell: (row) => (
      <span className="st-number">{row.health === null ? "–" : shareWords(row.health)}</span>
    ),
  },
  {
    key: "latency",
    header: "Latency",
    width: "220px",
    hideBelow: "md",
    cell: (row) => (
      <span className="st-number">{row.health === null ? "–" : latencyWords(row.health)}</span>
    ),
  },
  {
    key: "waiting",
    header: "Waiting",
    align: "end",
    width: "90px",
    cell: (row) => (
      <span className="st-number">{(row.health?.waiting ?? 0).toLocaleString("en")}</span>
    ),
  },
  {
    key: "success",
    header: "Last success",
    width: "130px",
    hideBelow: "sm",
    cell: (row) => <Time at={row.health?.lastSuccessAt} empty="never" />,
  },
];

const pollMs = 5_000;

export function WebhooksScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: [...queryKeys.webhooks, "list"],
    queryFn: ({ signal }) => read(api.GET("/api/webhook-endpoints", { signal })),
    refetchInterval: pollMs,
  });
  const create = session.may("webhooks:write") ? (
    <Button component={Link} to="/webhooks/new">
      Add an endpoint
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Addresses that are told of each change of a shipment's status, signed, in order."
        actions={create}
      />
      <Loaded query={query} what="the endpoints">
        {({ items }) => (
          <DataTable
            label="Webhook endpoints"
            rows={items}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.url}
            onOpen={(row) => void navigate(`/webhooks/${row.id}`)}
            empty={
              <EmptyState title="No endpoints yet" action={create}>
                Add the address of your own system; a test message shows whether it works.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </>
  );
}
