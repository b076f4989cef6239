import type { Mail } from "./mail.ts";

/** Where a password link leads. Made from the configured public address, never from what a request claims. */
export function passwordLinkUrl(
  publicUrl: string,
  link: { readonly purpose: "reset" | "set_up"; readonly token: string },
): string {
  const page = link.purpose === "reset" ? "reset" : "set-up";
  return `${publicUrl.replace(/\/+$/, "")}/${page}?token=${link.token}`;
}

export function resetMail(
  to: { readonly email: string; readonly name: string },
  url: string,
): Mail {
  return {
    to: to.email,
    subject: "Set a new password",
    text: `Hello ${to.name},

somebody, hopefully you, asked for a new password for your account.
Set one here within 30 minutes; the link works once:

${url}

If it was not you, ignore this mail: your password stays as it is.
`,
  };
}

export function invitationMail(
  to: { readonly email: string; readonly name: string },
  invitation: { readonly company: string; readonly url: string },
): Mail {
  return {
    to: to.email,
    subject: `Your account at ${invitation.company}`,
    text: `Hello ${to.name},

${invitation.company} has made an account for you in its shipment tracking.
Choose your password here within 7 days; the link works once:

${invitation.url}

You then sign in with this e-mail address: ${to.email}
`,
  };
}
