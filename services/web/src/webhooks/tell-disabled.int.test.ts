import { randomBytes } from "node:crypto";
import { createLogger } from "@shipment-tracking/runtime";
import { claimDisabledNews } from "@shipment-tracking/webhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildWeb } from "../app.ts";
import { createUser } from "../auth/create-user.ts";
import { type MailServer, startMailServer } from "../fixtures/mail-server.ts";
import {
  type Client,
  type Company,
  password,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { createMailDesk, type MailDesk } from "../mail/mail-desk.ts";
import type { MailSettings } from "../mail/mail.ts";
import { Queue } from "./fixtures/queue.ts";
import { tellNext } from "./tell-disabled.ts";

const secrets = [{ id: "test", key: randomBytes(32) }];

let web: WebFixture;
let company: Company;
let admin: Client;
let queue: Queue;
let server: MailServer;
let endpointId: string;
let desks: MailDesk[];
let logLines: string[];

beforeEach(async () => {
  // without mail: what is told is told by the tests
  web = await startFixture({ secrets });
  server = await startMailServer();
  company = await web.company();
  admin = await company.as("admin");
  queue = new Queue(web.db.pool("admin"));
  desks = [];
  logLines = [];
  const { body } = await admin.call("POST /api/webhook-endpoints", {
    url: "https://hooks.example.com/secret-path?key=secret-query",
    description: "Warehouse",
  });
  endpointId = body.id;
});
afterEach(async () => {
  await Promise.all(desks.map((desk) => desk.close()));
  await server.stop();
  await web.close();
});

const demo: MailSettings = { kind: "mailbox", isOpen: () => true };
const smtp = (): MailSettings => ({ kind: "smtp", url: server.url, from: "t@example.com" });
const log = createLogger({
  service: "web",
  level: "info",
  destination: { write: (line) => void logLines.push(line) },
});

/** The part of a process of the web application that tells. */
function teller(settings: MailSettings | undefined) {
  const mail = createMailDesk(settings, log);
  desks.push(mail);
  const context = { pool: web.db.pool("web"), log, publicUrl: "http://tracking.test", mail };
  return { tell: () => tellNext(context), mails: () => mail.mailbox?.list() ?? [] };
}

async function secondAdmin(): Promise<string> {
  const { tenantId } = company;
  const email = `second.${tenantId}@example.com`;
  const user = { tenantId, email, name: "Second", role: "admin", password } as const;
  expect((await createUser(web.db.pool("web"), user)).outcome).toBe("created");
  return email;
}

/** The time until news is tried again is over. */
const hurry = () =>
  web.db.pool("admin").query({ text: "update hooks.disabled_news set next_try_at = now()" });
const command = (name: string, body?: object) =>
  admin.call(`POST /api/webhook-endpoints/${endpointId}/${name}`, body);

describe("an endpoint that a worker has disabled", () => {
  test.each([
    ["gone", "The receiver answered 410 Gone", "Have the receiver answer something else"],
    ["failing", "Every attempt of five days failed", "Mend the receiver"],
    ["unsafe_target", "an address that webhooks are not sent to", "Correct the host's name"],
  ])("(%s) is told with its reason, a remedy and its page", async (reason, cause, remedy) => {
    await queue.open({ tenantId: company.tenantId, endpointId });
    await queue.open({ tenantId: company.tenantId, endpointId });
    await queue.disable(endpointId, reason);
    const { tell, mails } = teller(demo);
    expect(await tell()).toBe(true);
    expect(mails()).toMatchObject([
      { to: company.emails.admin, subject: "Webhooks to hooks.example.com are switched off" },
    ]);
    const text = mails()[0]?.text ?? "";
    expect(text).toContain('"Warehouse" (hooks.example.com)');
    expect(text).toContain(cause);
    expect(text).toContain(remedy);
    expect(text).toMatch(/^Since: \d+ \w+ \d{4} at \d\d:\d\d UTC$/m);
    expect(text).toContain("Waiting: 2 deliveries, kept for 7 days");
    expect(text).toContain(`\nhttp://tracking.test/webhooks/${endpointId}\n`);
    expect(text + logLines.join("")).not.toMatch(/secret-path|secret-query/);
  });

  test("is told once to each active administrator, however many processes look", async () => {
    const second = await secondAdmin();
    await queue.disable(endpointId, "gone");
    const processes = [teller(demo), teller(demo), teller(demo)];
    const told = await Promise.all(processes.map(({ tell }) => tell()));
    expect(told.filter(Boolean)).toHaveLength(1);
    await hurry();
    expect(await Promise.all(processes.map(({ tell }) => tell()))).toEqual([false, false, false]);
    const to = processes.flatMap(({ mails }) => mails().map((mail) => mail.to));
    expect(to.toSorted()).toEqual([company.emails.admin, second].toSorted());
  });

  test("is nobody else's to tell while a mail is under way", async () => {
    await queue.disable(endpointId, "gone");
    const taken: (() => void)[] = [];
    const send = () => new Promise<boolean>((resolve) => taken.push(() => resolve(true)));
    const context = { pool: web.db.pool("web"), log, publicUrl: "http://tracking.test" };
    const first = tellNext({ ...context, mail: { canSend: true, send } });
    await expect.poll(() => taken).toHaveLength(1);
    const { tell, mails } = teller(demo);
    expect(await tell()).toBe(false);
    for (const take of taken) take();
    expect(await first).toBe(true);
    await hurry();
    expect(await tell()).toBe(false);
    expect(mails()).toEqual([]);
  });

  test("is told later when the mail server is away, and then to those only who were not told", async () => {
    const second = await secondAdmin();
    await queue.disable(endpointId, "gone");
    const { tell } = teller(smtp());
    server.refuse(1);
    expect(await tell()).toBe(true);
    expect(server.received.flatMap(({ to }) => to)).toEqual([second]);
    expect(logLines.join("")).toContain("greylisted, try again");
    // not at once: the server is given time
    expect(await tell()).toBe(false);
    await hurry();
    expect(await tell()).toBe(true);
    await hurry();
    expect(await tell()).toBe(false);
    expect(server.received.flatMap(({ to }) => to)).toEqual([second, company.emails.admin]);
  });

  test("is told by another process when one ended before it could", async () => {
    await queue.disable(endpointId, "gone");
    expect(await claimDisabledNews(web.db.pool("web"))).toMatchObject({ endpointId });
    const { tell, mails } = teller(demo);
    expect(await tell()).toBe(false);
    await hurry();
    expect(await tell()).toBe(true);
    expect(mails()).toHaveLength(1);
  });

  test("is told by the application that starts after it, and by one that runs", async () => {
    await queue.disable(endpointId, "gone");
    const app = buildWeb({
      pool: web.db.pool("web"),
      log,
      publicUrl: "http://tracking.test",
      secrets,
      fetchTracking: async () => ({ status: 404, body: "" }),
      mail: demo,
      tellEveryMs: 20,
    });
    try {
      await app.ready();
      const mails = async () =>
        (await app.inject({ url: "/dev/mail", headers: { accept: "application/json" } })).json();
      await expect.poll(async () => (await mails()).items).toHaveLength(1);
      await command("enable");
      await queue.disable(endpointId, "failing");
      await expect.poll(async () => (await mails()).items).toHaveLength(2);
    } finally {
      await app.close();
    }
  });

  test("is told again when it was enabled and disabled again", async () => {
    const { tell, mails } = teller(demo);
    await queue.disable(endpointId, "gone");
    expect(await tell()).toBe(true);
    expect((await command("enable")).status).toBe(200);
    await queue.disable(endpointId, "failing");
    expect(await tell()).toBe(true);
    expect(mails().map(({ text }) => /^Why: .*$/m.exec(text)?.[0])).toEqual([
      "Why: Every attempt of five days failed, 20 or more of them.",
      "Why: The receiver answered 410 Gone: it wants no more messages.",
    ]);
  });

  test("waits for a mail server where there is none", async () => {
    await queue.disable(endpointId, "gone");
    expect(await teller(undefined).tell()).toBe(false);
    expect(await teller(demo).tell()).toBe(true);
  });
});

describe("nobody is told", () => {
  test("of an endpoint that a user paused, nor of one that was enabled or deleted meanwhile", async () => {
    const { tell, mails } = teller(demo);
    await command("pause");
    expect(await tell()).toBe(false);
    await queue.disable(endpointId, "gone");
    await command("enable");
    expect(await tell()).toBe(true);
    await queue.disable(endpointId, "gone");
    await admin.call(`DELETE /api/webhook-endpoints/${endpointId}`);
    expect(await tell()).toBe(true);
    await hurry();
    expect(await tell()).toBe(false);
    expect(mails()).toEqual([]);
  });

  test("whose account is inactive, and news of more than a week ago is dropped", async () => {
    await queue.disable(endpointId, "gone");
    const pool = web.db.pool("admin");
    await pool.query({
      text: "update hooks.disabled_news set disabled_at = now() - interval '8 days'",
    });
    const { tell, mails } = teller(demo);
    expect(await tell()).toBe(false);
    await queue.disable(endpointId, "gone");
    await pool.query({ text: "update write.users set active = false" });
    expect(await tell()).toBe(true);
    expect(mails()).toEqual([]);
    expect(logLines.join("")).toContain("a disabled webhook endpoint has nobody to be told");
  });
});
