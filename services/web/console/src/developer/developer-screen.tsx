import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, type components, read } from "../api/index.ts";
import { NewKeyDialog } from "../api-keys/index.tsx";
import { useSession } from "../app/session.ts";
import { Facts, Loaded, PageHeader, Section } from "../ui/index.ts";
import { LagFacts } from "./lag-facts.tsx";
import { Snippet } from "./snippet.tsx";
import { curlSnippet, pythonSnippet, typescriptSnippet } from "./snippets.ts";

type Developer = components["schemas"]["Developer"];

/** All that a developer needs for the first request, and for the first webhook. */
export function DeveloperScreen() {
  const query = useQuery({
    queryKey: ["developer"],
    queryFn: ({ signal }) => read(api.GET("/api/developer", { signal })),
  });
  return (
    <>
      <PageHeader
        title="Developers"
        subtitle="Read shipments from your own systems, and be told of every change."
      />
      <Loaded query={query} what="this page">
        {(developer) => (
          <>
            <Reading developer={developer} />
            <Webhooks developer={developer} />
            <Section title="How fresh the read API is">
              <LagFacts />
            </Section>
          </>
        )}
      </Loaded>
    </>
  );
}

function Reading({ developer }: { readonly developer: Developer }) {
  const session = useSession();
  const [making, setMaking] = useState(false);
  return (
    <Section title="Read shipments">
      <Facts
        items={[
          ["Base URL", <code key="url">{developer.api.baseUrl}</code>],
          [
            "Authentication",
            <code key="key">
              {developer.api.keyHeader}: {developer.api.keyScheme} stk_…
            </code>,
          ],
          [
            "Reference",
            <span key="docs">
              <a href="/docs">Try it in the browser</a>, <a href="/docs/plain">read it as a page</a>
              , <a href={developer.api.openApiUrl}>OpenAPI document</a>
            </span>,
          ],
        ]}
      />
      <p>
        {session.may("api_keys:manage") ? (
          <>
            <Button onClick={() => setMaking(true)}>Make a key</Button>{" "}
          </>
        ) : (
          "An administrator of your company makes the key. "
        )}
        The examples read it from the environment: <code>export TRACKING_KEY=stk_…</code>
      </p>
      <Snippet name="Shell" code={curlSnippet(developer.api.exampleUrl)} />
      <Snippet name="TypeScript" code={typescriptSnippet(developer.api.exampleUrl)} />
      <Snippet name="Python" code={pythonSnippet(developer.api.exampleUrl)} />
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
    </Section>
  );
}

function Webhooks({ developer }: { readonly developer: Developer }) {
  const session = useSession();
  const { demoReceiverUrl } = developer.webhooks;
  return (
    <Section title="Be told of changes">
      <p>
        A webhook is sent as soon as a shipment&apos;s status changes, signed as Standard Webhooks
        has it, in the headers{" "}
        {developer.webhooks.headers.map((header, index) => (
          <span key={header}>
            {index > 0 && ", "}
            <code>{header}</code>
          </span>
        ))}
        . <a href="/docs/plain#webhooks">How to check it</a>
      </p>
      <p>
        {session.may("webhooks:write") ? (
          <Link to="/webhooks/new">Add an endpoint</Link>
        ) : (
          <Link to="/webhooks">See the endpoints</Link>
        )}
        {demoReceiverUrl !== null && (
          <>
            {" "}
            or look at what the <a href={demoReceiverUrl}>receiver of this demonstration</a> has
            got.
          </>
        )}
      </p>
    </Section>
  );
}
