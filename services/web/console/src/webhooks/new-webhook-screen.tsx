import { Button } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { api, type components, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { PageHeader, Secret } from "../ui/index.ts";
import { type EndpointBody, EndpointForm } from "./endpoint-form.tsx";

export function NewWebhookScreen() {
  const navigate = useNavigate();
  const create = useCommand({
    done: "Endpoint added",
    changes: [queryKeys.webhooks],
    send: ({ headers, ...body }: EndpointBody, options) =>
      api.POST("/api/webhook-endpoints", {
        ...options,
        body: { ...body, headers: withoutNulls(headers) },
      }),
  });
  const made = create.data?.data;
  if (made !== undefined) return <Made endpoint={made} />;
  return (
    <>
      <PageHeader title="New webhook endpoint" />
      <EndpointForm
        endpoint={null}
        saveLabel="Add the endpoint"
        saving={create.isPending}
        error={create.error}
        onSave={(body) => create.mutate(body)}
        onCancel={() => void navigate("/webhooks")}
      />
    </>
  );
}

/** The secret, this once. */
function Made({
  endpoint,
}: {
  readonly endpoint: components["schemas"]["CreatedWebhookEndpoint"];
}) {
  return (
    <>
      <PageHeader title="The endpoint is added" subtitle={endpoint.url} />
      <div style={{ maxWidth: 620 }}>
        <Secret label="Signing secret" value={endpoint.secret}>
          Copy it now: it cannot be shown again, only replaced. Your receiver checks with it that a
          message is ours.
        </Secret>
        <p>
          How to check a signature in your language is in the{" "}
          <a href="/docs/plain#webhooks">reference</a>.
        </p>
        <Button component={Link} to={`/webhooks/${endpoint.id}`}>
          Go on, and send a test
        </Button>
      </div>
    </>
  );
}

function withoutNulls(headers: EndpointBody["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
