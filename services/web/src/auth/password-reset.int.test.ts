import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newestMail, shownMails, tokenIn } from "../fixtures/mails.ts";
import {
  clientOf,
  type Company,
  password,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { removeExpired } from "../housekeeping.ts";

let web: WebFixture;
let company: Company;
beforeAll(async () => {
  web = await startFixture({ mail: { kind: "mailbox", isOpen: () => true } });
});
beforeEach(async () => {
  company = await web.company();
  await web.db.pool("admin").query({ text: "delete from write.attempts" });
});
afterEach(() => {
  expect(web.logLines.join("")).not.toMatch(/token=[A-Za-z0-9_-]{8}/);
});
afterAll(async () => {
  await web.close();
});

const newPassword = "an entirely new one";
const gone = { error: "token: is not valid any more. Please ask for a new link." };

async function askForLink(email: string, count = 1): Promise<string> {
  const answer = await web.nobody.call("POST /api/auth/password-reset", { email });
  expect([answer.status, answer.text]).toEqual([202, ""]);
  return tokenIn(await newestMail(web, email, count));
}

function confirm(token: string, chosen = newPassword) {
  return web.nobody.call("POST /api/auth/password-reset/confirm", { token, password: chosen });
}

async function signInStatus(email: string, typed: string): Promise<number> {
  return (await web.nobody.call("POST /api/auth/login", { email, password: typed })).status;
}

async function auditOf(email: string): Promise<readonly object[]> {
  const { rows } = await web.db.pool("admin").query({
    text: `
      select a.action, a.actor_kind, host(a.address) as address, a.details
      from write.audit_log a
      join write.users u on u.id::text = a.subject_id
      where u.email = $1
        and a.action <> 'user.created'
      order by a.id`,
    values: [email],
  });
  return rows;
}

describe("a reset link", () => {
  test("is mailed with the configured public address, whatever the request's Host says", async () => {
    const email = company.emails.viewer;
    await web.app.inject({
      method: "POST",
      url: "/api/auth/password-reset",
      headers: { host: "evil.test", "x-forwarded-host": "evil.test" },
      payload: { email: email.toUpperCase() },
    });
    const mail = await newestMail(web, email);
    expect(mail.subject).toBe("Set a new password");
    expect(mail.text).toContain("\nhttp://tracking.test/reset?token=");
    expect(mail.text).not.toContain("evil");
  });

  test("sets a password, once, ends all sessions of the user and nobody else's, and is written down", async () => {
    const email = company.emails.dispatcher;
    const sessions = [await company.as("dispatcher"), await company.as("dispatcher")];
    const admin = await company.as("admin");
    const token = await askForLink(email);
    expect((await confirm(token)).status).toBe(204);
    for (const client of sessions) {
      expect((await client.call("GET /api/auth/me")).status).toBe(401);
    }
    expect((await admin.call("GET /api/auth/me")).status).toBe(200);
    expect(await signInStatus(email, password)).toBe(401);
    expect(await signInStatus(email, newPassword)).toBe(200);
    const again = await confirm(token, "yet another password");
    expect([again.status, again.body]).toEqual([400, gone]);
    await expect.poll(() => auditOf(email)).toHaveLength(6);
    const address = "127.0.0.1";
    expect((await auditOf(email)).slice(2, 4)).toEqual([
      { action: "password.reset_requested", actor_kind: "system", address, details: null },
      { action: "password.changed", actor_kind: "user", address, details: '{"by":"reset"}' },
    ]);
  });

  test("of many for the same user is used up with the others", async () => {
    const email = company.emails.billing;
    const first = await askForLink(email);
    const second = await askForLink(email, 2);
    expect((await confirm(first)).status).toBe(204);
    expect((await confirm(second)).status).toBe(400);
  });

  test("used ten times at the same moment works once", async () => {
    const token = await askForLink(company.emails.viewer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        confirm(token, `a password number ${String(index)}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  });

  test("is over after 30 minutes by the database's clock, and removed", async () => {
    const token = await askForLink(company.emails.viewer);
    const admin = web.db.pool("admin");
    const { rows } = await admin.query({
      text: "select (expires_at - created_at)::text as lifetime from write.password_links where expires_at > now() order by created_at desc limit 1",
    });
    expect(rows).toEqual([{ lifetime: "00:30:00" }]);
    await admin.query({
      text: "update write.password_links set expires_at = now() - interval '1 second'",
    });
    expect((await confirm(token)).status).toBe(400);
    await removeExpired(web.db.pool("web"));
    const left = await admin.query({ text: "select from write.password_links" });
    expect(left.rowCount).toBe(0);
  });

  test.each([
    ["of a deactivated user", "update write.users set active = false where email = $1"],
    [
      "of a deactivated company",
      "update write.tenants set active = false where id = (select tenant_id from write.users where email = $1)",
    ],
  ])("%s does not work", async (_name, text) => {
    const email = company.emails.viewer;
    const token = await askForLink(email);
    await web.db.pool("admin").query({ text, values: [email] });
    expect((await confirm(token)).status).toBe(400);
  });

  test.each([
    ["short", "password: must have 12 to 128 characters."],
    ["The-Viewer-1234", "password: must not be made of the e-mail address or the name."],
    ["\ud800 with half a character", "password: is not valid Unicode text."],
  ])("stays good when the password %j is refused", async (chosen, error) => {
    const token = await askForLink(company.emails.viewer);
    const answer = await confirm(token, chosen);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect((await confirm(token)).status).toBe(204);
  });

  test.each(["", "x", "x".repeat(43), "\u0000", "x".repeat(60_000)])(
    "that was never made (%#) is refused like a used one",
    async (token) => {
      const answer = await confirm(token);
      expect([answer.status, answer.body]).toEqual([400, gone]);
    },
  );

  test("is stored as a hash only", async () => {
    const token = await askForLink(company.emails.viewer);
    const { rows } = await web.db.pool("admin").query<{ row: string }>({
      text: "select l::text as row from write.password_links l union all select a::text from write.audit_log a",
    });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString("hex"));
  });

  test("is not mailed a sixth time while five are good, from whichever addresses they are asked for", async () => {
    const email = company.emails.viewer;
    for (let count = 1; count <= 5; count += 1) {
      await web.db.pool("admin").query({ text: "delete from write.attempts" });
      await askForLink(email, count);
    }
    await web.db.pool("admin").query({ text: "delete from write.attempts" });
    const answer = await web.nobody.call("POST /api/auth/password-reset", { email });
    expect(answer.status).toBe(202);
    await expect.poll(() => web.logLines.join("")).toContain("no more reset links are mailed");
    expect(await shownMails(web, email)).toHaveLength(5);
  });
});

describe("changing one's own password", () => {
  test("needs the current one, ends the other sessions and keeps this one", async () => {
    const client = await company.as("viewer");
    const other = await company.as("viewer");
    const wrong = { currentPassword: "wrong wrong wrong", newPassword };
    const refused = await client.call("POST /api/auth/password", wrong);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: "currentPassword: is not the password." },
    ]);
    expect((await other.call("GET /api/auth/me")).status).toBe(200);
    const right = { currentPassword: password, newPassword };
    expect((await client.call("POST /api/auth/password", right)).status).toBe(204);
    expect((await client.call("GET /api/auth/me")).status).toBe(200);
    expect((await other.call("GET /api/auth/me")).status).toBe(401);
    expect(await signInStatus(company.emails.viewer, newPassword)).toBe(200);
  });

  test("ends reset links that are under way", async () => {
    const token = await askForLink(company.emails.viewer);
    const client = await company.as("viewer");
    await client.call("POST /api/auth/password", { currentPassword: password, newPassword });
    expect((await confirm(token, "the thief's password")).status).toBe(400);
  });

  test("with a stolen session is limited like signing in", async () => {
    const client = await company.as("viewer");
    const wrong = { currentPassword: "wrong wrong wrong", newPassword };
    for (let done = 0; done < 10; done += 1) await client.call("POST /api/auth/password", wrong);
    const answer = await client.call("POST /api/auth/password", wrong);
    expect(answer.status).toBe(429);
    expect(Number(answer.header("retry-after"))).toBeGreaterThan(0);
  });

  test("to an obvious one is refused", async () => {
    const client = await company.as("viewer");
    const obvious = { currentPassword: password, newPassword: company.emails.viewer };
    const answer = await client.call("POST /api/auth/password", obvious);
    expect(answer.body).toEqual({
      error: "newPassword: must not be made of the e-mail address or the name.",
    });
  });
});

test("a session that a sign-in starts while the password is reset does not outlive the reset", async () => {
  const email = company.emails.viewer;
  const token = await askForLink(email);
  const [reset, login] = await Promise.all([
    confirm(token),
    web.nobody.call("POST /api/auth/login", { email, password }),
  ]);
  expect(reset.status).toBe(204);
  const cookie = login.header("set-cookie")?.split(";")[0] ?? "";
  expect((await clientOf(web.app, cookie).call("GET /api/auth/me")).status).toBe(401);
});

test("signing in, failing to and signing out are written down with where it came from", async () => {
  const email = company.emails.viewer;
  const client = await company.as("viewer");
  await client.call("POST /api/auth/logout");
  await signInStatus(email, "wrong wrong wrong");
  await expect.poll(() => auditOf(email)).toHaveLength(3);
  const address = "127.0.0.1";
  expect(await auditOf(email)).toEqual([
    { action: "session.started", actor_kind: "user", address, details: null },
    { action: "session.ended", actor_kind: "user", address, details: null },
    { action: "session.failed", actor_kind: "system", address, details: null },
  ]);
});
