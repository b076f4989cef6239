import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import { watchAnswers } from "../fixtures/watch-answers.ts";
import { answerFault } from "./answer-fault.ts";

const route = "GET /api/currencies";
const fault = (status: number, body: unknown) =>
  answerFault({ route, status, body: body === undefined ? "" : JSON.stringify(body) });

describe("an answer is held against the document", () => {
  test("and passes as the document has it", () => {
    expect(fault(200, { items: [{ code: "EUR", digits: 2 }] })).toBeNull();
    expect(fault(401, { error: "Not signed in" })).toBeNull();
    expect(answerFault({ route: "POST /api/auth/logout", status: 204, body: "" })).toBeNull();
  });

  test.each([
    ["a field of another type", 200, { items: [{ code: "EUR", digits: "2" }] }],
    ["a missing field", 200, { items: [{ code: "EUR" }] }],
    ["an unknown field", 200, { items: [{ code: "EUR", digits: 2, name: "Euro" }] }],
    ["an unknown field outside", 200, { items: [], total: 0 }],
    ["no body", 200, undefined],
    ["an error of another form", 401, { message: "Not signed in" }],
  ])("and fails with %s", (_what, status, body) => {
    expect(fault(status, body)).toContain(`${route} ${String(status)} is not as documented`);
  });

  test("and fails with a status, a body or a route that the document does not know", () => {
    expect(fault(418, { error: "A teapot" })).toContain("is not documented");
    const logout = { route: "POST /api/auth/logout", status: 204, body: "{}" };
    expect(answerFault(logout)).toContain("is documented without a body");
    expect(answerFault({ ...logout, route: "GET /api/none" })).toContain("is not documented");
  });

  test("wherever the application answers", async () => {
    const app = fastify();
    const faults = watchAnswers(app);
    app.get("/api/currencies", () => ({ items: ["EUR"] }));
    app.get("/page", () => ({ anything: 1 }));
    await app.inject("/page");
    expect(faults).toEqual([]);
    await app.inject("/api/currencies");
    expect(faults).toEqual([expect.stringContaining("items[0]")]);
    await app.close();
  });
});
