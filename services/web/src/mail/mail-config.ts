import { z } from "zod";
import type { MailSettings } from "./mail.ts";

/** The settings of the environment that say how mail is sent; for the schemas of the processes that send some. */
export const mailEnvironment = {
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl)
    .optional()
    .describe(
      "the mail server as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start",
    ),
  MAIL_FROM: z
    .string()
    .regex(sender())
    .optional()
    .describe(
      "the sender of mails, for example tracking@example.com or Shipment tracking <tracking@example.com>",
    ),
};

/** Undefined without a mail server. The sender is no-reply at the public address's host unless it is set. */
export function smtpSettings(config: {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly publicUrl: string;
}): Extract<MailSettings, { kind: "smtp" }> | undefined {
  if (config.SMTP_URL === undefined) return undefined;
  const fallback = `Shipment tracking <no-reply@${new URL(config.publicUrl).hostname}>`;
  return { kind: "smtp", url: config.SMTP_URL, from: config.MAIL_FROM ?? fallback };
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "smtp:" || protocol === "smtps:") && hostname !== "";
}

function sender(): RegExp {
  const address = String.raw`[^\s@<>,;]+@[^\s@<>,;]+`;
  return new RegExp(String.raw`^(?:${address}|[^<>,;\r\n]+ <${address}>)$`);
}
