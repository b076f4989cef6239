import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mailEnvironment, smtpSettings } from "./mail-config.ts";

const schema = z.object(mailEnvironment);
const publicUrl = "https://tracking.example.com";

describe("the settings of mail", () => {
  test.each([
    [{}],
    [{ SMTP_URL: "smtp://127.0.0.1:1025" }],
    [{ SMTP_URL: "smtps://user:p%40ss@mail.example.com", MAIL_FROM: "a@example.com" }],
    [{ MAIL_FROM: "Shipment tracking <a@example.com>" }],
  ])("accept %j", (env) => {
    expect(schema.safeParse(env).success).toBe(true);
  });

  test.each([
    [{ SMTP_URL: "mail.example.com:587" }],
    [{ SMTP_URL: "http://mail.example.com" }],
    [{ MAIL_FROM: "a@example.com, b@example.com" }],
    [{ MAIL_FROM: "a@example.com\r\nBcc: b@example.com" }],
    [{ MAIL_FROM: "nobody" }],
  ])("refuse %j", (env) => {
    expect(schema.safeParse(env).success).toBe(false);
  });

  test("without a server there is no mail, without a sender it is no-reply at the public host", () => {
    expect(smtpSettings({ publicUrl })).toBeUndefined();
    expect(smtpSettings({ publicUrl, SMTP_URL: "smtp://127.0.0.1" })).toEqual({
      kind: "smtp",
      url: "smtp://127.0.0.1",
      from: "Shipment tracking <no-reply@tracking.example.com>",
    });
  });
});
