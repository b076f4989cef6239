import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import {
  ErrorState,
  LoadingState,
  NotFoundState,
  PageHeader,
  Section,
  StaleBanner,
  Time,
} from "../ui/index.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { type EndpointBody, EndpointForm } from "./endpoint-form.tsx";
import { ConditionMark } from "./marks.tsx";
import { Sentence } from "./sentence.tsx";
import { conditionOf, type Endpoint, endpointQuery } from "./webhook.ts";
import classes from "./webhooks.module.css";

export function WebhookScreen() {
  const { id = "" } = useParams();
  const query = useQuery(endpointQuery(id));
  if (isStatus(query.error, 404)) return <NotFoundState title="Endpoint not found" />;
  if (query.data === undefined) {
    return (
      <>
        <PageHeader title="Webhook endpoint" />
        {query.error === null ? (
          <LoadingState label="Loading the endpoint" />
        ) : (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return (
    <WholeEndpoint
      endpoint={query.data}
      stale={query.isError}
      reload={() => void query.refetch()}
    />
  );
}

function WholeEndpoint({
  endpoint,
  stale,
  reload,
}: {
  readonly endpoint: Endpoint;
  readonly stale: boolean;
  reload(): void;
}) {
  const session = useSession();
  const [editing, setEditing] = useState(false);
  const change = useCommand({
    done: "Endpoint changed",
    changes: [queryKeys.webhooks],
    send: ({ headers, ...body }: EndpointBody, options) =>
      api.PATCH("/api/webhook-endpoints/{id}", {
        ...options,
        params: { path: { id: endpoint.id } },
        body: {
          ...body,
          version: endpoint.version,
          ...(Object.keys(headers).length === 0 ? {} : { headers }),
        },
      }),
    onDone: () => setEditing(false),
  });
  return (
    <>
      <PageHeader
        title={endpoint.description ?? new URL(endpoint.url).host}
        subtitle={endpoint.url}
        mark={<ConditionMark condition={conditionOf(endpoint)} />}
        actions={
          session.may("webhooks:write") && !editing ? (
            <EndpointActions endpoint={endpoint} onEdit={() => setEditing(true)} />
          ) : undefined
        }
      />
      {stale && <StaleBanner retry={reload}>This endpoint could not be loaded again.</StaleBanner>}
      {endpoint.stateSentence !== null && (
        <p className={classes.notice}>
          <Sentence text={endpoint.stateSentence} /> Since <Time at={endpoint.stateChangedAt} />.
        </p>
      )}
      {editing ? (
        <EndpointForm
          endpoint={endpoint}
          saveLabel="Save"
          saving={change.isPending}
          error={change.error}
          onSave={(body) => change.mutate(body)}
          onCancel={() => {
            change.reset();
            setEditing(false);
          }}
        />
      ) : (
        <>
          <Section title="Health">
            <EndpointFacts endpoint={endpoint} />
          </Section>
          <Deliveries endpoint={endpoint} />
        </>
      )}
    </>
  );
}
