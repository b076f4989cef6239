import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { nextPath } from "../app/sign-in-address.ts";
import classes from "./card.module.css";
import { SignInCard } from "./card.tsx";
import { PasswordField } from "./password-field.tsx";
import { Problem, useSecondsLeft } from "./problem.tsx";

export function LoginScreen() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useSignIn();
  const wait = useSecondsLeft(signIn.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };
  return (
    <SignInCard title="Sign in" below={<Link to="/reset">Forgotten the password?</Link>}>
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
        <PasswordField
          label="Password"
          name="current-password"
          value={password}
          onChange={setPassword}
        />
        <Problem error={signIn.error} />
        <Button type="submit" size="sm" loading={signIn.isPending} disabled={wait > 0}>
          Sign in
        </Button>
      </form>
    </SignInCard>
  );
}

function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly password: string }) =>
      read(api.POST("/api/auth/login", { body })),
    onSuccess: async ({ user }) => {
      // what another user has seen in this page is not shown to this one
      queryClient.clear();
      queryClient.setQueryData(queryKeys.session, user);
      await navigate(nextPath(parameters.get("next")), { replace: true });
    },
  });
}
