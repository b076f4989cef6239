/** A plain-text mail to one person. */
export interface Mail {
  /** One e-mail address, checked when it was stored. */
  readonly to: string;
  readonly subject: string;
  /** Lines end in `\n`. */
  readonly text: string;
}

/** Takes mails away: rejects when it could not. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** How this installation sends mail. */
export type MailSettings =
  | {
      readonly kind: "smtp";
      /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
      readonly url: string;
      /** The sender, as `Name <address>` or only the address. */
      readonly from: string;
    }
  /** Demonstration: mails are kept and shown at /dev/mail, where everybody can read them, for as long as `isOpen` says so. */
  | { readonly kind: "mailbox"; isOpen(): boolean };
