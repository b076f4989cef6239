import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { hasRightLength } from "../sign-in/password-rules.ts";
import { fieldErrors, FormProblem } from "../ui/index.ts";
import classes from "./settings.module.css";

const fields = ["currentPassword", "newPassword"];

export function PasswordForm({ email }: { readonly email: string }) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [tried, setTried] = useState(false);
  const change = useCommand({
    done: "Password changed",
    send: (_: null, options) =>
      api.POST("/api/auth/password", { ...options, body: { currentPassword, newPassword } }),
    onDone: () => {
      setCurrent("");
      setNew("");
      setTried(false);
    },
  });
  const errors = fieldErrors(change.error, fields);
  const wrongLength = tried && !hasRightLength(newPassword) ? "12 to 128 characters" : null;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (hasRightLength(newPassword)) change.mutate(null);
      }}
    >
      {/* for password managers */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="Present password"
        autoComplete="current-password"
        required
        value={currentPassword}
        error={errors["currentPassword"]}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description="12 to 128 characters. All your other sessions end."
        autoComplete="new-password"
        required
        value={newPassword}
        error={wrongLength ?? errors["newPassword"]}
        onChange={(event) => setNew(event.currentTarget.value)}
      />
      <FormProblem error={change.error} fields={fields} />
      <Button type="submit" variant="default" loading={change.isPending}>
        Change the password
      </Button>
    </form>
  );
}
