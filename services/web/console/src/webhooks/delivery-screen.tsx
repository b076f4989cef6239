import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { EmptyState, Facts, LoadedScreen, PageHeader, Section, Time } from "../ui/index.ts";
import { Attempts } from "./attempts.tsx";
import { DeliveryStateMark } from "./marks.tsx";
import { Sentence } from "./sentence.tsx";
import { deliveryQuery, kindWords, type WholeDelivery } from "./webhook.ts";
import classes from "./webhooks.module.css";

export function DeliveryScreen() {
  const { id = "" } = useParams();
  const query = useQuery(deliveryQuery(id));
  return (
    <LoadedScreen
      query={query}
      title="Webhook delivery"
      what="delivery"
      missing="Finished deliveries are kept for 30 days unless the installation says otherwise."
    >
      {(delivery, { stale }) => <Whole delivery={delivery} stale={stale} />}
    </LoadedScreen>
  );
}

function Whole({
  delivery,
  stale,
}: {
  readonly delivery: WholeDelivery;
  readonly stale: ReactNode;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const replay = useCommand({
    done: "Sent again",
    changes: [queryKeys.webhooks],
    saysErrors: true,
    send: (_: null, options) =>
      api.POST("/api/webhook-deliveries/{id}/replay", {
        ...options,
        params: { path: { id: delivery.id } },
      }),
    onDone: ({ data }) => void navigate(`/webhooks/deliveries/${data.deliveryId}`),
  });
  return (
    <>
      <PageHeader
        title="Webhook delivery"
        mark={<DeliveryStateMark state={delivery.state} />}
        subtitle={<Link to={`/webhooks/${delivery.endpointId}`}>To its endpoint</Link>}
        actions={
          session.may("webhooks:write") &&
          delivery.finishedAt !== null &&
          delivery.body !== null ? (
            <Button
              variant="default"
              loading={replay.isPending}
              onClick={() => replay.mutate(null)}
            >
              Send again
            </Button>
          ) : undefined
        }
      />
      {stale}
      {delivery.waiting !== null && (
        <p className={classes.notice} role="status">
          <Sentence text={delivery.waiting.sentence} />
        </p>
      )}
      <Section title="Message">
        <Facts
          items={[
            ["Kind", kindWords[delivery.kind]],
            ["Type", <code key="type">{delivery.eventType ?? "not kept"}</code>],
            ["webhook-id", <code key="id">{delivery.messageId}</code>],
            [
              "Shipment",
              delivery.shipmentId === null ? null : (
                <Link key="shipment" to={`/shipments/${delivery.shipmentId}`}>
                  Open it
                </Link>
              ),
            ],
            ["Made", <Time key="made" at={delivery.createdAt} />],
            ["Finished", <Time key="finished" at={delivery.finishedAt} empty="not yet" />],
            ...(delivery.reason === null
              ? []
              : [["Why", <Sentence key="why" text={delivery.reason} />] as const]),
          ]}
        />
        {delivery.body !== null && (
          <details>
            <summary>What is sent</summary>
            <pre className={classes.body}>{pretty(delivery.body)}</pre>
          </details>
        )}
      </Section>
      <Section title="Attempts">
        {delivery.attempts.length === 0 ? (
          <EmptyState title="No attempt yet" />
        ) : (
          <Attempts attempts={delivery.attempts} />
        )}
      </Section>
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
