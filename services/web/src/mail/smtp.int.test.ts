import { createLogger } from "@shipment-tracking/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../fixtures/mail-server.ts";
import { startFixture } from "../fixtures/web-fixture.ts";
import { createPostOffice, type PostOffice } from "./post-office.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

let server: MailServer;
let office: PostOffice;
let logLines: string[];
beforeEach(async () => {
  server = await startMailServer();
  logLines = [];
  const log = createLogger({
    service: "web",
    level: "info",
    destination: { write: (line) => void logLines.push(line) },
  });
  const from = "Shipment tracking <tracking@example.com>";
  const transport = createSmtpTransport({ url: server.url, from });
  office = createPostOffice({ transport, log, waitsMs: [1, 1] });
});
afterEach(async () => {
  await office.close();
  await server.stop();
});

const mail = {
  to: "zoë@example.com",
  subject: "Grüße",
  text: "Hello,\n\nhttp://tracking.test/reset?token=canary\n",
};

describe("mail", () => {
  test("goes out over SMTP, to one address, in Unicode", async () => {
    office.post("password reset", { ...mail, to: "zoe@example.com" });
    await expect.poll(() => server.received).toHaveLength(1);
    const [received] = server.received;
    expect(received).toMatchObject({ from: "tracking@example.com", to: ["zoe@example.com"] });
    expect(received?.raw).toContain("From: Shipment tracking <tracking@example.com>");
    expect(received?.raw).toContain("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=");
    expect(received?.raw).toContain("http://tracking.test/reset?token=");
  });

  test("that a server refuses for the moment is sent again", async () => {
    server.refuse(2);
    office.post("password reset", mail);
    await expect.poll(() => server.received).toHaveLength(1);
    await expect.poll(() => logLines.join("")).toContain("mail sent");
    expect(logLines.filter((line) => line.includes("mail will be sent again"))).toHaveLength(2);
  });

  test("is given up after the last attempt, with an error that holds neither text nor token", async () => {
    server.refuse(3);
    office.post("password reset", mail);
    await expect.poll(() => logLines.join("")).toContain("mail was not sent");
    expect(server.received).toHaveLength(0);
    expect(logLines.at(-1)).toContain("greylisted, try again");
    expect(logLines.join("")).not.toMatch(/canary|Hello/);
  });

  test("is not waited for when the service stops", async () => {
    const transport = {
      send: () => Promise.reject(new Error("no route to host")),
      close: () => undefined,
    };
    const log = createLogger({
      service: "web",
      level: "info",
      destination: { write: (line) => void logLines.push(line) },
    });
    const slow = createPostOffice({ transport, log, waitsMs: [3_600_000] });
    slow.post("invitation", mail);
    await slow.close();
    expect(logLines.join("")).toContain("mail was not sent: the service stops");
  });
});

describe("the application with a mail server", () => {
  const from = "Shipment tracking <tracking@example.com>";

  test("mails invitations and resets through it", async () => {
    const web = await startFixture({ mail: { kind: "smtp", url: server.url, from } });
    try {
      const company = await web.company();
      const admin = await company.as("admin");
      await admin.call("POST /api/users", { email: "invited@example.com", role: "viewer" });
      await web.nobody.call("POST /api/auth/password-reset", { email: company.emails.viewer });
      await expect.poll(() => server.received).toHaveLength(2);
      const to = new Set(server.received.flatMap((mail) => mail.to));
      expect(to).toEqual(new Set(["invited@example.com", company.emails.viewer]));
    } finally {
      await web.close();
    }
  });

  test("answers the same when it cannot be reached", async () => {
    const web = await startFixture({ mail: { kind: "smtp", url: "smtp://127.0.0.1:1", from } });
    try {
      const company = await web.company();
      const admin = await company.as("admin");
      const body = { email: "invited@example.com", role: "viewer" };
      expect((await admin.call("POST /api/users", body)).status).toBe(201);
      const reset = { email: company.emails.viewer };
      expect((await web.nobody.call("POST /api/auth/password-reset", reset)).status).toBe(202);
      await expect.poll(() => web.logLines.join("")).toContain("mail will be sent again");
      expect(web.logLines.join("")).not.toMatch(/token=/);
    } finally {
      await web.close();
    }
  });
});
