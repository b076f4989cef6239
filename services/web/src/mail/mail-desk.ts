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
    close: open.close,
  };
}

function deskOf(office: PostOffice): Pick<MailDesk, "post" | "close"> {
  return {
    post: (kind, mail) => {
      office.post(kind, mail);
    },
    close: () => office.close(),
  };
}

function deskWithoutMail(log: Logger): MailDesk {
  return {
    canSend: false,
    mailbox: null,
    post: (kind) => {
      log.warn({ mail: kind }, "mail was not sent: SMTP_URL is not set");
    },
    close: async () => undefined,
  };
}
