import { Link } from "react-router";
import classes from "./card.module.css";
import { SignInCard } from "./card.tsx";
import { useLinkToken } from "./link-token.ts";
import { NewPasswordForm } from "./new-password-form.tsx";

/** The first password of an invited user. */
export function SetUpScreen() {
  const token = useLinkToken();
  if (token !== null) {
    return (
      <NewPasswordForm
        token={token}
        title="Welcome: choose a password"
        done="Your password is set."
      />
    );
  }
  return (
    <SignInCard
      title="This link is not complete"
      below={<Link to="/login">Back to signing in</Link>}
    >
      <p className={classes.note}>
        Please copy the whole link from the mail, or ask the person who invited you for a new one.
      </p>
    </SignInCard>
  );
}
