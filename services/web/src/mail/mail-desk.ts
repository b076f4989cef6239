import type { Logger } from "@shipment-tracking/runtime";
import type { Mail, MailSettings } from "./mail.ts";
import { createMailbox, type Mailbox } from "./mailbox.ts";
import { createPostOffice, type PostOffice } from "./post-office.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

/** Where the application hands its mails in. */
export interface MailDesk {
  /** False when the installation has no mail server: mails are then refused, which the log says. */
  readonly canSend: boolean;
  /** Returns at once. `kind` names the mail in the log. */
  post(kind: string, mail: Mail): void;
  /** One attempt, awaited; false when it failed. To be over before `close`. */
  send(kind: string, mail: Mail): Promise<boolean>;
  /** The kept mails in demo mode, null otherwise. */
  readonly mailbox: Pick<Mailbox, "list"> | null;
  close(): Promise<void>;
}

export function createMailDesk(settings: MailSettings | undefined, log: Logger): MailDesk {
  switch (settings?.kind) {
    case undefined:
      return deskWithoutMail(log);
    case "smtp": {
      const office = createPostOffice({ transport: createSmtpTransport(settings), log });
      return { ...deskOf(office), canSend: true, mailbox: null };
    }
    case "mailbox":
      return deskWithMailbox(settings, log);
  }
}

function deskWithMailbox(
  settings: Extract<MailSettings, { kind: "mailbox" }>,
  log: Logger,
): MailDesk {
  const mailbox = createMailbox();
  const open = deskOf(createPostOffice({ transport: mailbox, log }));
  const shut = deskWithoutMail(log);
  return {
    get canSend() {
      return settings.isOpen();
    },
    get mailbox() {
      return settings.isOpen() ? mailbox : null;
    },
    post: (kind, mail) => {
      (settings.isOpen() ? open : shut).post(kind, mail);
    },
    send: (kind, mail) => (settings.isOpen() ? open : shut).send(kind, mail),
    close: open.close,
  };
}

function deskOf(office: PostOffice): Pick<MailDesk, "post" | "send" | "close"> {
  return {
    post: (kind, mail) => {
      office.post(kind, mail);
    },
    send: (kind, mail) => office.send(kind, mail),
    close: () => office.close(),
  };
}

function deskWithoutMail(log: Logger): MailDesk {
  const refuse = (kind: string): void => {
    log.warn({ mail: kind }, "mail was not sent: SMTP_URL is not set");
  };
  return {
    canSend: false,
    mailbox: null,
    post: refuse,
    send: async (kind) => {
      refuse(kind);
      return false;
    },
    close: async () => undefined,
  };
}
