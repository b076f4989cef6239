import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Html, markup } from "../pages/html.ts";
import { type Page, sendPage } from "../pages/page.ts";
import { formScript } from "./form-script.ts";

/** Signing in and setting a password in a browser. The pages hold no token: their script takes it from the address. */
export function registerPasswordPages(app: FastifyInstance): void {
  app.get("/login", (_request, reply) => sendPage(reply, 200, loginPage));
  app.get("/reset", (request, reply) =>
    sendPage(reply, 200, hasToken(request) ? newPasswordPage : askForLinkPage),
  );
  app.get("/set-up", (request, reply) =>
    sendPage(reply, 200, hasToken(request) ? setUpPage : incompleteLinkPage),
  );
}

function hasToken(request: FastifyRequest): boolean {
  const { token } = request.query as { readonly token?: unknown }; // a query is an object of whatever came
  return token !== undefined;
}

const loginPage = formPage({
  title: "Sign in",
  attributes: markup`data-call="/api/auth/login" data-next="/"`,
  fields: markup`${emailInput()}
<label>Password<input type="password" name="password" autocomplete="current-password" required></label>`,
  button: "Sign in",
  below: markup`<p><a href="/reset">Forgotten the password?</a></p>`,
});

const askForLinkPage = formPage({
  title: "Forgotten the password?",
  attributes: markup`data-call="/api/auth/password-reset" data-done="If there is an account with this address, a mail with a link is on its way. The link works for 30 minutes."`,
  fields: emailInput(),
  button: "Send me a link",
  below: markup`<p><a href="/login">Back to signing in</a></p>`,
});

const newPasswordPage = newPasswordForm("Set a new password", "Your new password is set.");
const setUpPage = newPasswordForm("Welcome: choose a password", "Your password is set.");

const incompleteLinkPage: Page = {
  title: "Incomplete link",
  main: markup`<section class="card">
<h1>This link is not complete</h1>
<p>Please copy the whole link from the mail, or ask the person who invited you for a new one.</p>
</section>`,
  footer: null,
};

function newPasswordForm(title: string, done: string): Page {
  return formPage({
    title,
    attributes: markup`data-call="/api/auth/password-reset/confirm" data-token data-done="${done}"`,
    fields: markup`<label>New password<input type="password" name="password" autocomplete="new-password" required></label>
<p class="when">12 to 128 characters. A few words that nobody would guess are best; not your name or e-mail address.</p>
<label>The same again<input type="password" name="repeated" autocomplete="new-password" required></label>`,
    button: "Set password",
    below: markup`<p data-after hidden><a href="/login">Sign in</a></p>`,
  });
}

function emailInput(): Html {
  return markup`<label>E-mail address<input type="email" name="email" autocomplete="username" maxlength="320" required autofocus></label>`;
}

function formPage(form: {
  readonly title: string;
  readonly attributes: Html;
  readonly fields: Html;
  readonly button: string;
  readonly below: Html;
}): Page {
  return {
    title: form.title,
    main: markup`<section class="card">
<h1>${form.title}</h1>
<form method="post" ${form.attributes}>
${form.fields}
<button>${form.button}</button>
</form>
<p role="status" aria-live="polite"></p>
<noscript><p class="problem">This form needs JavaScript.</p></noscript>
${form.below}
</section>`,
    footer: null,
    script: formScript,
  };
}
