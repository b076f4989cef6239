import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { api, send } from "../api/index.ts";
import classes from "./card.module.css";
import { SignInCard } from "./card.tsx";
import { useLinkToken } from "./link-token.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { Problem, useSecondsLeft } from "./problem.tsx";

/** Asks for a link by mail, or, reached by one, for the new password. */
export function ResetScreen() {
  const token = useLinkToken();
  if (token === null) return <AskForLink />;
  return (
    <NewPasswordForm token={token} title="Set a new password" done="Your new password is set." />
  );
}

function AskForLink() {
  const [email, setEmail] = useState("");
  const ask = useMutation({
    mutationFn: (address: string) =>
      send(api.POST("/api/auth/password-reset", { body: { email: address } })),
  });
  const wait = useSecondsLeft(ask.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate(email);
  };
  return (
    <SignInCard title="Forgotten the password?" below={<Link to="/login">Back to signing in</Link>}>
      {ask.isSuccess ? (
        <p role="status" className={classes.note}>
          If there is an account with this address, a mail with a link is on its way. The link works
          for 30 minutes.
        </p>
      ) : (
        <form method="post" onSubmit={submit} className={classes.form}>
          <TextInput
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            maxLength={320}
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Problem error={ask.error} />
          <Button type="submit" size="sm" loading={ask.isPending} disabled={wait > 0}>
            Send me a link
          </Button>
        </form>
      )}
    </SignInCard>
  );
}
