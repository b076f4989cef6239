import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, type components, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { useCommand } from "../live/index.ts";
import {
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Loaded,
  PageHeader,
  Time,
} from "../ui/index.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { isRole, roleChoices } from "./roles.ts";

export type User = components["schemas"]["User"];

export function UsersScreen() {
  const session = useSession();
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<User | null>(null);
  const query = useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => read(api.GET("/api/users", { signal })),
  });
  const change = useCommand({
    done: "User changed",
    changes: [queryKeys.users],
    saysErrors: true,
    send: ({ id, ...body }: { readonly id: string } & Changes, options) =>
      api.PATCH("/api/users/{id}", { ...options, params: { path: { id } }, body }),
    onDone: () => setAsked(null),
  });
  return (
    <>
      <PageHeader
        title="Users"
        subtitle="Everybody of your company who can sign in here."
        actions={<Button onClick={() => setInviting(true)}>Invite somebody</Button>}
      />
      <Loaded query={query} what="the users">
        {({ items }) => (
          <DataTable
            label="Users"
            rows={items}
            columns={columnsOf({
              ownId: session.id,
              changeRole: (user, role) => change.mutate({ id: user.id, role }),
              activate: (user) => change.mutate({ id: user.id, active: true }),
              deactivate: setAsked,
            })}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            empty={<EmptyState title="No users" />}
          />
        )}
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      <ConfirmDialog
        opened={asked !== null}
        title={`Deactivate ${asked?.name ?? ""}?`}
        confirmLabel="Deactivate"
        danger
        pending={change.isPending}
        onConfirm={() => {
          if (asked !== null) change.mutate({ id: asked.id, active: false });
        }}
        onClose={() => setAsked(null)}
      >
        All sessions end at once. What was recorded stays, and the user can be activated again.
      </ConfirmDialog>
    </>
  );
}

interface Changes {
  readonly role?: User["role"];
  readonly active?: boolean;
}

interface Actions {
  readonly ownId: string;
  changeRole(user: User, role: User["role"]): void;
  activate(user: User): void;
  deactivate(user: User): void;
}

function columnsOf(actions: Actions): readonly Column<User>[] {
  return [
    {
      key: "name",
      header: "Name",
      clip: true,
      cell: (row) => (row.id === actions.ownId ? `${row.name} (you)` : row.name),
    },
    { key: "email", header: "E-mail", clip: true, hideBelow: "sm", cell: (row) => row.email },
    {
      key: "role",
      header: "Role",
      width: "170px",
      cell: (row) => (
        <NativeSelect
          aria-label={`Role of ${row.name}`}
          size="xs"
          value={row.role}
          data={roleChoices}
          onChange={(event) => {
            const role = event.currentTarget.value;
            if (isRole(role)) actions.changeRole(row, role);
          }}
        />
      ),
    },
    {
      key: "state",
      header: "State",
      width: "120px",
      cell: (row) => (row.active ? (row.invited ? "Invited" : "Active") : "Deactivated"),
    },
    {
      key: "since",
      header: "Since",
      width: "120px",
      hideBelow: "md",
      cell: (row) => <Time at={row.createdAt} format="date" />,
    },
    {
      key: "actions",
      header: <span className="st-hidden">Actions</span>,
      width: "110px",
      align: "end",
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`${row.active ? "Deactivate" : "Activate"} ${row.name}`}
          onClick={() => (row.active ? actions.deactivate(row) : actions.activate(row))}
        >
          {row.active ? "Deactivate" : "Activate"}
        </Button>
      ),
    },
  ];
}
