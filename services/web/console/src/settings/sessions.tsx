import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { type Column, DataTable, Loaded, Time } from "../ui/index.ts";
import { browserOf } from "./browser-of.ts";

type OwnSession = components["schemas"]["OwnSession"];

const key = [...queryKeys.session, "all"];

const columns: readonly Column<OwnSession>[] = [
  {
    key: "browser",
    header: "Browser",
    clip: true,
    cell: (row) => `${browserOf(row.userAgent)}${row.current ? " (this one)" : ""}`,
  },
  {
    key: "address",
    header: "Address",
    width: "140px",
    hideBelow: "sm",
    cell: (row) => row.address ?? "–",
  },
  {
    key: "seen",
    header: "Last used",
    width: "120px",
    cell: (row) => <Time at={row.lastSeenAt} />,
  },
  {
    key: "started",
    header: "Signed in",
    width: "120px",
    hideBelow: "sm",
    cell: (row) => <Time at={row.startedAt} />,
  },
];

export function Sessions() {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(api.GET("/api/auth/sessions", { signal })),
  });
  const end = useCommand({
    done: "Signed out everywhere else",
    changes: [key],
    saysErrors: true,
    send: (_: null, options) => api.DELETE("/api/auth/sessions", options),
  });
  return (
    <Loaded query={query} what="your sessions" rows={2}>
      {({ items }) => (
        <>
          <DataTable
            label="Sessions"
            rows={items}
            columns={columns}
            rowKey={(row) => row.id}
            shortcuts={false}
          />
          {items.length > 1 && (
            <Button
              variant="default"
              mt={8}
              loading={end.isPending}
              onClick={() => end.mutate(null)}
            >
              Sign out everywhere else
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
