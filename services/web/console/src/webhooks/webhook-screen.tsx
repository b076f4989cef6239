import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import { LoadedScreen, PageHeader, Section, Time, useEditing } from "../ui/index.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { type EndpointBody, EndpointForm } from "./endpoint-form.tsx";
import { ConditionMark } from "./marks.tsx";
import { Sentence } from "./sentence.tsx";
import { conditionOf, conditionWords, type Endpoint, endpointQuery } from "./webhook.ts";
import classes from "./webhooks.module.css";

export function WebhookScreen() {
  const { id = "" } = useParams();
  const query = useQuery(endpointQuery(id));
  return (
    <LoadedScreen query={query} title="Webhook endpoint" what="endpoint">
      {(endpoint, loaded) => <WholeEndpoint endpoint={endpoint} {...loaded} />}
    </LoadedScreen>
  );
}

function WholeEndpoint({
  endpoint,
  stale,
  reload,
}: {
  readonly endpoint: Endpoint;
  readonly stale: ReactNode;
  reload(): void;
}) {
  const session = useSession();
  const { edited, conflict, begin, end } = useEditing(endpoint, "endpoint");
  const change = useCommand({
    done: "Endpoint changed",
    changes: [queryKeys.webhooks],
    send: ({ headers, ...body }: EndpointBody, options) =>
      api.PATCH("/api/webhook-endpoints/{id}", {
        ...options,
        params: { path: { id: endpoint.id } },
        body: {
          ...body,
          version: (edited ?? endpoint).version,
          ...(Object.keys(headers).length === 0 ? {} : { headers }),
        },
      }),
    onDone: end,
  });
  return (
    <>
      <PageHeader
        title={endpoint.description ?? new URL(endpoint.url).host}
        subtitle={endpoint.url}
        mark={<ConditionMark condition={conditionOf(endpoint)} />}
        actions={
          session.may("webhooks:write") && edited === null ? (
            <EndpointActions endpoint={endpoint} onEdit={begin} />
          ) : undefined
        }
      />
      {stale}
      {conflict}
      {endpoint.stateSentence !== null && (
        <p className={classes.notice}>
          {conditionWords[endpoint.state]} since{" "}
          <Time at={endpoint.stateChangedAt} format="short" />.{" "}
          <Sentence text={endpoint.stateSentence} />
        </p>
      )}
      {edited !== null ? (
        <EndpointForm
          endpoint={edited}
          saveLabel="Save"
          saving={change.isPending}
          error={change.error}
          onSave={(body) =>
            change.mutate(body, {
              onError: (error) => {
                if (isStatus(error, 409)) reload();
              },
            })
          }
          onCancel={() => {
            change.reset();
            end();
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
