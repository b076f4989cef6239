import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { fieldErrors, FormProblem } from "../ui/index.ts";
import classes from "./settings.module.css";

export function ProfileForm({ name: saved }: { readonly name: string }) {
  const [name, setName] = useState(saved);
  const change = useCommand({
    done: "Name changed",
    changes: [queryKeys.session, queryKeys.users],
    send: (next: string, options) =>
      api.PATCH("/api/auth/me", { ...options, body: { name: next } }),
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(name.trim());
      }}
    >
      <TextInput
        label="Name"
        description="Others see it in the audit trail"
        value={name}
        error={fieldErrors(change.error, ["name"])["name"]}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormProblem error={change.error} fields={["name"]} />
      <Button
        type="submit"
        variant="default"
        loading={change.isPending}
        disabled={name.trim() === "" || name.trim() === saved}
      >
        Save the name
      </Button>
    </form>
  );
}
