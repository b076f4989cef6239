import { NativeSelect } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
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
import { DeliveryStateMark } from "./marks.tsx";
import { Sentence } from "./sentence.tsx";
import {
  type Delivery,
  deliveryStates,
  deliveryStateWords,
  type Endpoint,
  kindWords,
  waitingWords,
} from "./webhook.ts";
import classes from "./webhooks.module.css";

const columns: readonly Column<Delivery>[] = [
  { key: "made", header: "Made", width: "120px", cell: (row) => <Time at={row.createdAt} /> },
  {
    key: "state",
    header: "State",
    width: "130px",
    cell: (row) => <DeliveryStateMark state={row.state} />,
  },
  {
    key: "kind",
    header: "Kind",
    width: "90px",
    hideBelow: "sm",
    cell: (row) => kindWords[row.kind],
  },
  {
    key: "type",
    header: "Message",
    width: "210px",
    clip: true,
    hideBelow: "md",
    cell: (row) => <code>{row.eventType ?? "not kept"}</code>,
  },
  {
    key: "attempts",
    header: "Attempts",
    align: "end",
    width: "90px",
    hideBelow: "sm",
    cell: (row) => <span className="st-number">{row.attemptsMade}</span>,
  },
  {
    key: "why",
    header: "Why",
    clip: true,
    cell: (row) => (
      <span className={classes.waiting}>
        {row.waiting === null ? (
          <Sentence text={row.reason ?? ""} />
        ) : (
          waitingWords[row.waiting.code]
        )}
      </span>
    ),
  },
];

export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const navigate = useNavigate();
  useReloadWhenHealthChanges(endpoint);
  const [parameters, setParameters] = useSearchParams();
  const state = deliveryStates.find((known) => known === parameters.get("state"));
  const pages = usePages([...queryKeys.deliveries(endpoint.id), state ?? null], (cursor, signal) =>
    read(
      api.GET("/api/webhook-endpoints/{id}/deliveries", {
        params: {
          path: { id: endpoint.id },
          query: {
            ...(state === undefined ? {} : { state }),
            ...(cursor === undefined ? {} : { cursor }),
          },
        },
        signal,
      }),
    ),
  );
  return (
    <Section title="Deliveries">
      <NativeSelect
        className={classes.filter}
        aria-label="State"
        value={state ?? ""}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setParameters(value === "" ? {} : { state: value }, { replace: true });
        }}
        data={[
          { value: "", label: "Every state" },
          ...deliveryStates.map((value) => ({ value, label: deliveryStateWords[value] })),
        ]}
      />
      <Listed pages={pages} what="deliveries">
        <DataTable
          label="Deliveries"
          rows={pages.items}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) => void navigate(`/webhooks/deliveries/${row.id}`)}
          empty={
            <EmptyState title={state === undefined ? "Nothing was sent yet" : "None in this state"}>
              The next change of a shipment&apos;s status makes one, or a test.
            </EmptyState>
          }
        />
      </Listed>
    </Section>
  );
}

/** The list itself is not asked again and again: the endpoint is, and it tells when something was sent. */
function useReloadWhenHealthChanges({ id, health }: Endpoint): void {
  const client = useQueryClient();
  const standing = JSON.stringify(health);
  const seen = useRef(standing);
  useEffect(() => {
    if (seen.current === standing) return;
    seen.current = standing;
    void client.invalidateQueries({ queryKey: queryKeys.deliveries(id) });
  }, [client, id, standing]);
}
