import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queryKeys, read } from "../api/index.ts";
import { useSession } from "../app/session.ts";
import { type Column, DataTable, EmptyState, Loaded, PageHeader, Time } from "../ui/index.ts";
import { ChangeUserDialog, type User, type UserChange } from "./change-user-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { isRole, roleChoices } from "./roles.ts";

export function UsersScreen() {
  const session = useSession();
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<UserChange | null>(null);
  const query = useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => read(api.GET("/api/users", { signal })),
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
            columns={columnsOf(session.id, setAsked)}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            empty={<EmptyState title="No users" />}
          />
        )}
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked !== null && <ChangeUserDialog change={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function columnsOf(ownId: string, ask: (change: UserChange) => void): readonly Column<User>[] {
  return [
    {
      key: "name",
      header: "Name",
      cell: (row) => (row.id === ownId ? `${row.name} (you)` : row.name),
    },
    { key: "email", header: "E-mail", clip: true, hideBelow: "sm", cell: (row) => row.email },
    {
      key: "role",
      header: "Role",
      width: "150px",
      cell: (row) => (
        <NativeSelect
          aria-label={`Role of ${row.name}`}
          size="xs"
          value={row.role}
          data={roleChoices}
          onChange={(event) => {
            const role = event.currentTarget.value;
            if (isRole(role)) ask({ kind: "role", user: row, role });
          }}
        />
      ),
    },
    {
      key: "state",
      header: "State",
      width: "120px",
      hideBelow: "sm",
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
          onClick={() => ask({ kind: row.active ? "deactivate" : "activate", user: row })}
        >
          {row.active ? "Deactivate" : "Activate"}
        </Button>
      ),
    },
  ];
}
