import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { api, send } from "../api/index.ts";
import classes from "./card.module.css";
import { SignInCard } from "./card.tsx";
import { PasswordField } from "./password-field.tsx";
import { hasRightLength } from "./password-rules.ts";
import { Problem } from "./problem.tsx";

/** Sets the password of who has the link. */
export function NewPasswordForm({
  token,
  title,
  done,
}: {
  readonly token: string;
  readonly title: string;
  readonly done: string;
}) {
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [differ, setDiffer] = useState(false);
  const confirm = useMutation({
    mutationFn: () =>
      send(api.POST("/api/auth/password-reset/confirm", { body: { token, password } })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDiffer(password !== repeated);
    if (password === repeated) confirm.mutate();
  };
  if (confirm.isSuccess) {
    return (
      <SignInCard title={done}>
        <p className={classes.note} role="status">
          <Link to="/login">Sign in with it</Link>
        </p>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={title} below={<Link to="/reset">Ask for a new link</Link>}>
      <form method="post" onSubmit={submit} className={classes.form}>
        <PasswordField
          label="New password"
          name="new-password"
          value={password}
          onChange={setPassword}
          autoFocus
        />
        <ul className={classes.rules}>
          <li data-met={hasRightLength(password)}>
            {hasRightLength(password) ? "✓ " : ""}12 to 128 characters
          </li>
          <li>A few words that nobody would guess are best; not your name or e-mail address</li>
        </ul>
        <PasswordField
          label="The same again"
          name="repeated-password"
          value={repeated}
          onChange={setRepeated}
          error={differ && password !== repeated ? "The two passwords differ." : null}
        />
        <Problem error={confirm.error} />
        <Button type="submit" size="sm" loading={confirm.isPending}>
          Set password
        </Button>
      </form>
    </SignInCard>
  );
}
