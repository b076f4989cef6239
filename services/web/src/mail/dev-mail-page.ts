import { freeText, type Html, markup } from "../pages/html.ts";
import type { Page } from "../pages/page.ts";
import type { KeptMail } from "./mailbox.ts";

/** The mails of a demonstration, newest first, with the links in them to follow. */
export function devMailPage(mails: readonly KeptMail[], publicUrl: string): Page {
  return {
    title: "Mail",
    main: markup`<section class="card">
<h1>Mail</h1>
<p>This is a demonstration without a mail server: its mails are kept here, for everybody to read, until it stops.</p>
${mails.length === 0 ? markup`<p>No mail has been sent yet.</p>` : null}
</section>
${mails.map((mail) => letter(mail, publicUrl))}`,
    footer: null,
  };
}

function letter({ to, subject, text, sentAt }: KeptMail, publicUrl: string): Html {
  const lines = text.split("\n").map((line) => lineOf(line, publicUrl));
  return markup`<section class="card">
<h2>${freeText(subject)}</h2>
<p class="when">To ${freeText(to)} · ${sentAt.toISOString()}</p>
<pre>${lines}</pre>
</section>
`;
}

function lineOf(line: string, publicUrl: string): Html {
  return line.startsWith(`${publicUrl}/`)
    ? markup`<a href="${line}">${line}</a>
`
    : markup`${line}
`;
}
