import { verify } from "@node-rs/argon2";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { shownMails } from "../fixtures/mails.ts";
import { type Company, password, startFixture, type WebFixture } from "../fixtures/web-fixture.ts";

// counted, not replaced: the real one still runs
vi.mock("@node-rs/argon2", { spy: true });

let web: WebFixture;
let company: Company;
beforeAll(async () => {
  web = await startFixture({ mail: { kind: "mailbox", isOpen: () => true } });
  company = await web.company();
  const text = {
    invited: "update write.users set password_hash = null where email = $1",
    deactivated: "update write.users set active = false where email = $1",
  };
  const admin = web.db.pool("admin");
  await admin.query({ text: text.invited, values: [company.emails.billing] });
  await admin.query({ text: text.deactivated, values: [company.emails.dispatcher] });
});
afterAll(async () => {
  await web.close();
});
afterEach(() => {
  vi.clearAllMocks();
});

const accounts: readonly (readonly [string, () => string])[] = [
  ["a user", () => company.emails.viewer],
  ["a user without a password", () => company.emails.billing],
  ["a deactivated user", () => company.emails.dispatcher],
  ["nobody", () => "nobody@example.com"],
];

/** Runs `work` while nobody can read or write this table. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const client = await web.db.pool("admin").connect();
  try {
    await client.query({ text: "begin" });
    await client.query({ text: `lock table ${table} in access exclusive mode` });
    return await work();
  } finally {
    await client.query({ text: "rollback" });
    client.release();
  }
}

describe("a failed sign-in says and shows the same", () => {
  test.each(accounts)(
    "for %s: one verification at the same cost, one look-up",
    async (_name, of) => {
      const query = vi.spyOn(web.db.pool("web"), "query");
      const body = { email: of(), password: "wrong wrong wrong" };
      const answer = await web.nobody.call("POST /api/auth/login", body);
      expect([answer.status, answer.body]).toEqual([401, { error: "Invalid email or password" }]);
      expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
      expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(
        /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
      );
      const names = query.mock.calls.map(([config]) => (config as { name?: string }).name); // always the config form
      expect(names.filter((name) => name !== "insert_audit_entries")).toEqual(["find_login"]);
    },
  );

  test("without waiting for the audit log, which has a line for known ones only", async () => {
    const answer = await whileLocked("write.audit_log", () =>
      web.nobody.call("POST /api/auth/login", {
        email: company.emails.viewer,
        password: "wrong wrong wrong",
      }),
    );
    expect(answer.status).toBe(401);
  });
});

describe("asking for a reset link", () => {
  test.each(accounts)("answers for %s without looking up who it is", async (_name, of) => {
    const answer = await whileLocked("write.users", () =>
      web.nobody.call("POST /api/auth/password-reset", { email: of() }),
    );
    expect([answer.status, answer.text, answer.header("content-length")]).toEqual([202, "", "0"]);
    expect(vi.mocked(verify)).not.toHaveBeenCalled();
  });

  test("mails those who may sign in", async () => {
    const reached = async (): Promise<ReadonlySet<string>> =>
      new Set((await shownMails(web)).map((mail) => mail.to));
    const { billing, viewer } = company.emails;
    await expect.poll(reached).toEqual(new Set([billing, viewer]));
  });
});

test("a right password costs one verification too", async () => {
  const body = { email: company.emails.viewer, password };
  expect((await web.nobody.call("POST /api/auth/login", body)).status).toBe(200);
  expect(vi.mocked(verify)).toHaveBeenCalledTimes(1);
});
