import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Loaded,
  PageHeader,
  Time,
  useNow,
} from "../ui/index.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

type ApiKey = components["schemas"]["ApiKey"];

export function ApiKeysScreen() {
  const query = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => read(api.GET("/api/api-keys", { signal })),
  });
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const now = useNow();
  const create = <Button onClick={() => setMaking(true)}>New key</Button>;
  return (
    <>
      <PageHeader
        title="API keys"
        subtitle="Your other systems read shipments with a key. A key is shown once, when it is made."
        actions={create}
      />
      <Loaded query={query} what="the keys">
        {({ items }) => (
          <DataTable
            label="API keys"
            rows={items}
            columns={columnsOf(now, setAsked)}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            empty={
              <EmptyState title="No keys yet" action={create}>
                A key reads everything of your company and changes nothing.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
      {asked !== null && <RevokeDialog apiKey={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function columnsOf(now: number, ask: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    { key: "name", header: "Name", cell: (row) => row.name },
    {
      key: "key",
      header: "Key",
      width: "150px",
      hideBelow: "sm",
      cell: (row) => (
        <code>
          {row.prefix}…{row.lastFour}
        </code>
      ),
    },
    {
      key: "used",
      header: "Last used",
      width: "110px",
      hideBelow: "sm",
      cell: (row) => <Time at={row.lastUsedAt} empty="never" />,
    },
    {
      key: "created",
      header: "Made",
      width: "250px",
      hideBelow: "md",
      clip: true,
      cell: (row) => (
        <>
          <Time at={row.createdAt} /> by {row.creator?.name ?? "the command line"}
        </>
      ),
    },
    {
      key: "expires",
      header: "Expires",
      width: "160px",
      hideBelow: "sm",
      cell: (row) => <Time at={row.expiresAt} format="short" empty="never" />,
    },
    { key: "state", header: "State", width: "150px", cell: (row) => stateOf(row, now) },
    {
      key: "actions",
      header: <span className="st-hidden">Actions</span>,
      width: "90px",
      align: "end",
      cell: (row) =>
        row.revokedAt === null ? (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Revoke ${row.name}`}
            onClick={() => ask(row)}
          >
            Revoke
          </Button>
        ) : null,
    },
  ];
}

function stateOf(row: ApiKey, now: number) {
  if (row.revokedAt !== null) {
    return (
      <>
        Revoked <Time at={row.revokedAt} />
      </>
    );
  }
  return row.expiresAt !== null && Date.parse(row.expiresAt) <= now ? "Expired" : "Works";
}

function RevokeDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; onClose(): void }) {
  const revoke = useCommand({
    done: "Key revoked",
    changes: [queryKeys.apiKeys],
    send: (_: null, { headers }) =>
      api.DELETE("/api/api-keys/{id}", { headers, params: { path: { id: apiKey.id } } }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke the key"
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(null)}
      onClose={onClose}
    >
      Whoever reads with it is refused within two seconds. This cannot be undone.
    </ConfirmDialog>
  );
}
