import { createTransport } from "nodemailer";
import type { MailTransport } from "./mail.ts";

/** Sends mails through an SMTP server; each attempt ends within half a minute, whatever the server does. */
export function createSmtpTransport(settings: {
  readonly url: string;
  readonly from: string;
}): MailTransport {
  const transport = createTransport(
    {
      url: settings.url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // a mail is text that was made here: it never asks for a file or an address
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: settings.from },
  );
  return {
    send: async ({ to, subject, text }) => {
      // as an object: an address is never parsed into several
      await transport.sendMail({ to: { name: "", address: to }, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
