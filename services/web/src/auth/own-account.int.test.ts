import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  type Company,
  startFixture,
  type WebFixture,
} from "../fixtures/web-fixture.ts";
import { developerAnswer, ownSessionList, tenantAnswer } from "../openapi/schemas/account.ts";

let web: WebFixture;
let company: Company;
let admin: Client;

beforeAll(async () => {
  web = await startFixture();
  company = await web.company();
  admin = await company.as("admin");
});
afterAll(() => web.close());

const sessionsOf = async (client: Client) =>
  ownSessionList.parse((await client.call("GET /api/auth/sessions")).body).items;

describe("one's own sessions", () => {
  test("are listed with this one first, and nobody else's", async () => {
    const first = await company.as("viewer");
    const second = await company.as("viewer");
    const seen = await sessionsOf(second);
    expect(seen.map(({ current }) => current)).toEqual([true, false]);
    expect(seen[0]?.address).toBe("127.0.0.1");
    expect(JSON.stringify(seen)).not.toContain(first.cookie.split("=")[1]);
    expect(await sessionsOf(first)).toHaveLength(2);
  });

  test("end everywhere else, with an audit line, and this one goes on", async () => {
    const others = [await company.as("billing"), await company.as("billing")];
    const here = await company.as("billing");
    expect((await here.call("DELETE /api/auth/sessions")).status).toBe(204);
    expect(await sessionsOf(here)).toHaveLength(1);
    for (const other of others) {
      expect((await other.call("GET /api/auth/me")).status).toBe(401);
    }
    expect((await admin.call("GET /api/auth/me")).status).toBe(200);
    const { items } = (await admin.call("GET /api/audit-log?action=session.others_ended")).body;
    expect(items).toHaveLength(1);
  });

  test("say what they were started with, as far as it can be shown", async () => {
    const login = await web.nobody.call(
      "POST /api/auth/login",
      { email: company.emails.dispatcher, password: "correct horse battery" },
      { "user-agent": `Mozilla/5.0 \u00e9\u0007${"x".repeat(400)}` },
    );
    const cookie = login.header("set-cookie")?.split(";")[0] ?? "";
    const answer = await web.nobody.call("GET /api/auth/sessions", undefined, { cookie });
    const [own] = ownSessionList.parse(answer.body).items;
    expect(own?.userAgent).toMatch(/^Mozilla\/5\.0 x+$/);
    expect(own?.userAgent?.length).toBeLessThanOrEqual(300);
  });
});

describe("one's own name", () => {
  test("can be changed by everybody, with an audit line when it is another", async () => {
    const viewer = await company.as("viewer");
    for (const name of ["Vera", "Vera"]) {
      const { body } = await viewer.call("PATCH /api/auth/me", { name: ` ${name} ` });
      expect(body.user.name).toBe("Vera");
    }
    expect((await viewer.call("GET /api/auth/me")).body.user.name).toBe("Vera");
    const { items } = (await admin.call("GET /api/audit-log?action=user.renamed")).body;
    expect(items).toMatchObject([{ details: { from: "The viewer", to: "Vera" } }]);
  });
});

describe("the company's settings", () => {
  test("are read by everybody and changed by administrators", async () => {
    const viewer = await company.as("viewer");
    expect((await viewer.call("PATCH /api/tenant", { timeZone: "UTC" })).status).toBe(403);
    const before = tenantAnswer.parse((await viewer.call("GET /api/tenant")).body);
    expect(before.tenant).toMatchObject({ id: company.tenantId, timeZone: null });
    const changed = await admin.call("PATCH /api/tenant", { timeZone: "Europe/Zurich" });
    expect(tenantAnswer.parse(changed.body).tenant.timeZone).toBe("Europe/Zurich");
    expect((await viewer.call("GET /api/tenant")).body.tenant.timeZone).toBe("Europe/Zurich");
    const { items } = (await admin.call("GET /api/audit-log?action=tenant.time_zone_changed")).body;
    expect(items).toMatchObject([{ details: { timeZone: "Europe/Zurich" } }]);
    const other = await (await web.company("Other")).as("admin");
    expect((await other.call("GET /api/tenant")).body.tenant.timeZone).toBeNull();
  });

  test("take a zone that exists, or none", async () => {
    const wrong = await admin.call("PATCH /api/tenant", { timeZone: "Mars/Base" });
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      "timeZone: must be an IANA time zone such as Europe/Zurich.",
    ]);
    const none = await admin.call("PATCH /api/tenant", { timeZone: null });
    expect(none.body.tenant.timeZone).toBeNull();
  });
});

test("those who program learn the addresses and nothing secret", async () => {
  const viewer = await company.as("viewer");
  const answer = developerAnswer.parse((await viewer.call("GET /api/developer")).body);
  expect(answer.api.baseUrl).toBe("http://tracking.test/api/v1");
  expect(answer.webhooks.demoReceiverUrl).toBeNull();
});
