import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type components, queryKeys } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";
import { ConfirmDialog, fieldErrors } from "../ui/index.ts";
import { isRole, roleChoices, roleMeanings } from "./roles.ts";

const fields = ["email", "name", "role"];

export function InviteDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<components["schemas"]["Role"]>("dispatcher");
  const invite = useCommand({
    done: "Invitation sent",
    changes: [queryKeys.users],
    send: (_: null, options) =>
      api.POST("/api/users", {
        ...options,
        body: { email: email.trim(), role, ...(name.trim() === "" ? {} : { name: name.trim() }) },
      }),
    onDone: ({ status }) => {
      say(
        status === 200
          ? `${email.trim()} was invited before; a new mail is on its way.`
          : `A mail with a link is on its way to ${email.trim()}.`,
      );
      onClose();
    },
  });
  const errors = fieldErrors(invite.error, fields);
  const shown = Object.keys(errors).length > 0 ? null : invite.error;
  return (
    <ConfirmDialog
      opened
      title="Invite somebody"
      confirmLabel="Send the invitation"
      pending={invite.isPending}
      error={shown}
      onConfirm={() => invite.mutate(null)}
      onClose={onClose}
    >
      <TextInput
        label="E-mail"
        type="email"
        required
        data-autofocus
        value={email}
        error={errors["email"]}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Name"
        mt={10}
        value={name}
        error={errors["name"]}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        description={roleMeanings[role]}
        mt={10}
        value={role}
        data={roleChoices}
        error={errors["role"]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (isRole(chosen)) setRole(chosen);
        }}
      />
    </ConfirmDialog>
  );
}
