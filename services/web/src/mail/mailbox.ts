import type { Mail, MailTransport } from "./mail.ts";

export interface KeptMail extends Mail {
  readonly sentAt: Date;
}

export interface Mailbox extends MailTransport {
  /** Newest first. */
  list(): readonly KeptMail[];
}

const keptAtMost = 100;

/** Keeps the newest mails in memory instead of sending them, for demonstrations. */
export function createMailbox(): Mailbox {
  let mails: readonly KeptMail[] = [];
  return {
    send: async (mail) => {
      mails = [{ ...mail, sentAt: new Date() }, ...mails].slice(0, keptAtMost);
    },
    list: () => mails,
    close: () => undefined,
  };
}
