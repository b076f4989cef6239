import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Role, roles } from "../auth/roles.ts";
import { newestMail, shownMails, tokenIn } from "../fixtures/mails.ts";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";

let web: WebFixture;
let company: Company;
let admin: Client;
beforeAll(async () => {
  web = await startFixture({ mail: { kind: "mailbox", isOpen: () => true } });
});
beforeEach(async () => {
  company = await web.company("Alpine <Cargo>");
  admin = await company.as("admin");
});
afterAll(async () => {
  await web.close();
});

const chosen = "an entirely new one";
let serial = 0;

function newEmail(): string {
  serial += 1;
  return `new.${String(serial)}@example.com`;
}

async function idOf(role: Role): Promise<string> {
  const { body } = await admin.call("GET /api/users");
  return body.items.find((one: { role: Role }) => one.role === role).id;
}

async function auditOf(userId: string): Promise<readonly unknown[]> {
  const { rows } = await web.db.pool("admin").query<{ action: string; details: string | null }>({
    text: `
      select action, details::text as details
      from write.audit_log
      where subject_id = $1 and action like 'user.%' and actor_kind = 'user' and actor_id is not null and address is not null
      order by id`,
    values: [userId],
  });
  return rows.map(({ action, details }) => [action, details === null ? null : JSON.parse(details)]);
}

describe("inviting", () => {
  test("makes a user who sets a password with the mailed link and can then sign in", async () => {
    const email = newEmail();
    const invited = await admin.call("POST /api/users", { email, name: " Zoë ", role: "billing" });
    expect(invited.status).toBe(201);
    const user = {
      id: expect.any(String),
      name: "Zoë",
      email,
      role: "billing",
      active: true,
      invited: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    };
    expect(invited.body).toEqual({ user });
    const mail = await newestMail(web, email);
    expect(mail.text).toContain("Alpine <Cargo> has made an account for you");
    expect(mail.text).toContain("http://tracking.test/set-up?token=");
    const body = { token: tokenIn(mail), password: chosen };
    expect((await web.nobody.call("POST /api/auth/password-reset/confirm", body)).status).toBe(204);
    expect((await web.nobody.call("POST /api/auth/password-reset/confirm", body)).status).toBe(400);
    const login = await web.nobody.call("POST /api/auth/login", { email, password: chosen });
    expect(login.body.user).toMatchObject({ role: "billing", tenant: { id: company.tenantId } });
    const list = await admin.call("GET /api/users");
    expect(list.body.items).toHaveLength(5);
    expect(list.body.items.at(-1)).toEqual({ ...user, invited: false });
    expect(await auditOf(invited.body.user.id)).toEqual([
      ["user.invited", { email, name: "Zoë", role: "billing", again: false }],
    ]);
    expect(invited.text + list.text).not.toContain(tokenIn(mail));
  });

  test("cannot be signed in to before a password is set", async () => {
    const email = newEmail();
    await admin.call("POST /api/users", { email, role: "viewer" });
    for (const password of ["", "null", chosen]) {
      const answer = await web.nobody.call("POST /api/auth/login", { email, password });
      expect(answer.status).toBe(401);
    }
  });

  test("again, in any spelling, mails another link and takes over the role", async () => {
    const email = newEmail();
    const first = await admin.call("POST /api/users", { email, role: "viewer" });
    const again = { email: email.toUpperCase(), name: "Anna", role: "dispatcher" };
    const second = await admin.call("POST /api/users", again);
    expect(second.status).toBe(200);
    expect(second.body.user).toEqual({ ...first.body.user, name: "Anna", role: "dispatcher" });
    await newestMail(web, email, 2);
  });

  test("somebody who has a password, here or at another company, is a 409 and mails nothing", async () => {
    const other = await web.company("Other");
    for (const email of [company.emails.viewer, other.emails.viewer.toUpperCase()]) {
      const answer = await admin.call("POST /api/users", { email, role: "admin" });
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: "There is a user with this e-mail address already." },
      ]);
      expect(await shownMails(web, email)).toHaveLength(0);
    }
  });

  test("somebody whom another company has invited is a 409: the invitation stays theirs", async () => {
    const email = newEmail();
    const theirs = await (await web.company("Other")).as("admin");
    await theirs.call("POST /api/users", { email, role: "viewer" });
    const mine = await admin.call("POST /api/users", { email, role: "admin" });
    expect(mine.status).toBe(409);
    const { rows } = await web.db.pool("admin").query({
      text: "select role from write.users where email = $1",
      values: [email],
    });
    expect(rows).toEqual([{ role: "viewer" }]);
  });

  test("ten times at the same moment makes one user", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call("POST /api/users", { email, role: "viewer" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });

  test("repeated with its Idempotency-Key mails once", async () => {
    const email = newEmail();
    const headers = { "idempotency-key": email };
    for (let done = 0; done < 3; done += 1) {
      const answer = await admin.call("POST /api/users", { email, role: "viewer" }, headers);
      expect(answer.status).toBe(201);
    }
    await newestMail(web, email, 1);
  });

  test("works for seven days", async () => {
    const email = newEmail();
    await admin.call("POST /api/users", { email, role: "viewer" });
    const { rows } = await web.db.pool("admin").query({
      text: `
        select (l.expires_at - l.created_at)::text as lifetime, l.purpose
        from write.password_links l join write.users u on u.id = l.user_id
        where u.email = $1`,
      values: [email],
    });
    expect(rows).toEqual([{ lifetime: "7 days", purpose: "set_up" }]);
  });

  test.each([
    [{ role: "viewer" }, "email: is required."],
    [{ email: "nobody", role: "viewer" }, "email: is not a valid e-mail address."],
    [{ email: "a@b, c@d", role: "viewer" }, "email: is not a valid e-mail address."],
    [{ email: "a,b@c.example", role: "viewer" }, "email: is not a valid e-mail address."],
    [{ email: "a@b\r\nBcc: c@d", role: "viewer" }, "email: is not a valid e-mail address."],
    [{ email: "a\u0000@b.example", role: "viewer" }, "email: is not a valid e-mail address."],
    [
      { email: "a@b.example", role: "owner" },
      "role: must be one of viewer, dispatcher, billing, admin.",
    ],
    [{ email: "a@b.example", role: "viewer", name: " " }, "name: must not be blank."],
    [{ email: "a@b.example", role: "viewer", tenantId: "x" }, "tenantId: is not a known field."],
  ])("with %j is refused", async (body, error) => {
    const answer = await admin.call("POST /api/users", body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe("changing a user", () => {
  test("of another role ends the sessions, which then start with the new rights", async () => {
    const id = await idOf("viewer");
    const client = await company.as("viewer");
    const answer = await admin.call(`PATCH /api/users/${id.toUpperCase()}`, { role: "dispatcher" });
    expect([answer.status, answer.body.user.role]).toEqual([200, "dispatcher"]);
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    const again = await company.as("viewer");
    expect((await again.call("POST /api/shipments", { mode: "air" })).status).toBe(201);
    expect(await auditOf(id)).toEqual([
      ["user.role_changed", { from: "viewer", to: "dispatcher" }],
    ]);
  });

  test("to inactive ends sessions and links; active again, nothing of them comes back", async () => {
    const id = await idOf("viewer");
    const email = company.emails.viewer;
    const client = await company.as("viewer");
    await web.nobody.call("POST /api/auth/password-reset", { email });
    const token = tokenIn(await newestMail(web, email));
    const off = await admin.call(`PATCH /api/users/${id}`, { active: false });
    expect([off.status, off.body.user.active]).toEqual([200, false]);
    await expect(company.as("viewer")).rejects.toThrow("Invalid email or password");
    await admin.call(`PATCH /api/users/${id}`, { active: true });
    expect((await client.call("GET /api/auth/me")).status).toBe(401);
    const body = { token, password: chosen };
    expect((await web.nobody.call("POST /api/auth/password-reset/confirm", body)).status).toBe(400);
    expect((await (await company.as("viewer")).call("GET /api/auth/me")).status).toBe(200);
    expect(await auditOf(id)).toEqual([
      ["user.deactivated", null],
      ["user.activated", null],
    ]);
  });

  test("only in name keeps the sessions; to what it is already changes and writes down nothing", async () => {
    const id = await idOf("viewer");
    const client = await company.as("viewer");
    await admin.call(`PATCH /api/users/${id}`, { name: "Anna" });
    await admin.call(`PATCH /api/users/${id}`, { name: "Anna", role: "viewer", active: true });
    await admin.call(`PATCH /api/users/${id}`, {});
    const me = await client.call("GET /api/auth/me");
    expect([me.status, me.body.user.name]).toEqual([200, "Anna"]);
    expect(await auditOf(id)).toEqual([["user.renamed", { from: "The viewer", to: "Anna" }]]);
  });

  test.each([{ role: "viewer" }, { active: false }])(
    "cannot take the last administrator away: %j",
    async (change) => {
      const id = await idOf("admin");
      const answer = await admin.call(`PATCH /api/users/${id}`, change);
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: "This is the last administrator: make somebody else one first." },
      ]);
      expect((await admin.call("GET /api/users")).status).toBe(200);
    },
  );

  test("an administrator who is only invited, or deactivated, does not count", async () => {
    const id = await idOf("admin");
    await admin.call("POST /api/users", { email: newEmail(), role: "admin" });
    const viewer = await idOf("viewer");
    await admin.call(`PATCH /api/users/${viewer}`, { role: "admin", active: false });
    expect((await admin.call(`PATCH /api/users/${id}`, { active: false })).status).toBe(409);
    await admin.call(`PATCH /api/users/${viewer}`, { active: true });
    expect((await admin.call(`PATCH /api/users/${id}`, { active: false })).status).toBe(200);
    expect((await admin.call("GET /api/users")).status).toBe(401);
  });

  test("two administrators who take each other away at the same moment: one stays", async () => {
    const first = await idOf("admin");
    const second = await idOf("viewer");
    await admin.call(`PATCH /api/users/${second}`, { role: "admin" });
    const other = await company.as("viewer");
    const answers = await Promise.all([
      admin.call(`PATCH /api/users/${second}`, { role: "viewer" }),
      other.call(`PATCH /api/users/${first}`, { active: false }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const { rows } = await web.db.pool("admin").query({
      text: "select from write.users where tenant_id = $1 and role = 'admin' and active",
      values: [company.tenantId],
    });
    expect(rows).toHaveLength(1);
  });

  test.each([
    [{ email: "new@example.com" }, "email: is not a known field."],
    [{ role: "root" }, "role: must be one of viewer, dispatcher, billing, admin."],
    [{ active: "no" }, "active: must be true or false."],
    [{ passwordHash: "x" }, "passwordHash: is not a known field."],
  ])("with %j is refused", async (change, error) => {
    const answer = await admin.call(`PATCH /api/users/${await idOf("viewer")}`, change);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

test.each(roles.filter((role) => role !== "admin"))(
  "a %s sees no users and makes none, not even of himself",
  async (role) => {
    const id = await idOf(role);
    const client = await company.as(role);
    for (const [route, body] of [
      ["GET /api/users", undefined],
      ["POST /api/users", { email: newEmail(), role: "admin" }],
      [`PATCH /api/users/${id}`, { role: "admin" }],
    ] as const) {
      const answer = await client.call(route, body);
      expect([answer.status, answer.body]).toEqual([403, { error: "Not allowed" }]);
    }
  },
);

describe("/dev/mail", () => {
  test("shows the mails as a page, escaped, with links to follow", async () => {
    const email = newEmail();
    await admin.call("POST /api/users", { email, name: "<b>Zoë</b>", role: "viewer" });
    const token = tokenIn(await newestMail(web, email));
    const page = await web.nobody.call("GET /dev/mail");
    expect(page.header("content-type")).toBe("text/html; charset=utf-8");
    expect(page.text).toContain(`<a href="http://tracking.test/set-up?token=${token}">`);
    expect(page.text).toContain("Hello &lt;b&gt;Zoë&lt;/b&gt;,");
    expect(page.text).not.toContain("<b>Zoë");
  });

  test("is not there when mail goes out, when there is none, and in a service of somebody else's data", async () => {
    for (const mail of [
      undefined,
      { kind: "smtp", url: "smtp://127.0.0.1:9", from: "a@example.com" },
      { kind: "mailbox", isOpen: () => false },
    ] as const) {
      const other = await startFixture({ mail });
      try {
        for (const headers of [{}, { accept: "application/json" }]) {
          const answer = await other.nobody.call("GET /dev/mail", undefined, headers);
          expect([answer.status, answer.body]).toEqual([404, { error: "Not found" }]);
        }
      } finally {
        await other.close();
      }
    }
  });

  test("without mail, inviting says what to do", async () => {
    const other = await startFixture();
    try {
      const client = await (await other.company()).as("admin");
      const body = { email: newEmail(), role: "viewer" };
      const answer = await client.call("POST /api/users", body);
      expect([answer.status, answer.body.error]).toEqual([
        409,
        "Invitations cannot be mailed: SMTP_URL is not set. The command line can make users: tracking user create.",
      ]);
    } finally {
      await other.close();
    }
  });
});
