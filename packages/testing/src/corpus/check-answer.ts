import type { Expectation } from "./corpus-case.ts";
import type { RawAnswer } from "./parse-answers.ts";

/** Statuses that a request alone can cause; no request causes a 5xx (invariant I9). */
const allowedStatuses = new Set([
  200, 201, 202, 204, 302, 303, 304, 400, 401, 403, 404, 405, 408, 409, 413, 415, 417, 429, 431,
]);

// no stack, path, SQL, product or version: what an answer says of the inside helps only an attacker
const internals =
  /\n\s+at |node_modules|\.[jt]s:\d|\bselect\b.*\bfrom\b|\bpg_|postgres|fastify|FST_ERR|HPE_|ECONN|statement timeout|syntax error|\/(?:home|work|usr|root|srv)\//i;

/** What is wrong with an answer by the rules that hold for every answer, and by the case's expectation; empty when nothing is. */
export function checkAnswer(answer: RawAnswer, expected: Expectation): string[] {
  return [...checkAlways(answer, expected.head ?? false), ...checkExpected(answer, expected)];
}

function checkAlways({ status, headers, body }: RawAnswer, isHead: boolean): string[] {
  const problems: string[] = [];
  if (!allowedStatuses.has(status)) problems.push(`status ${String(status)} is not allowed`);
  if (internals.test(body)) problems.push(`the body shows internals: ${body}`);
  if (!headers.has("x-request-id")) problems.push("X-Request-Id is missing");
  for (const name of ["server", "x-powered-by"]) {
    if (headers.has(name)) problems.push(`${name} tells what runs here`);
  }
  if (status >= 400) {
    const type = headers.get("content-type");
    if (type !== "application/json; charset=utf-8") problems.push(`content-type ${String(type)}`);
    if (!isHead && !isErrorBody(body)) problems.push(`not an error body: ${body.slice(0, 200)}`);
  }
  return problems;
}

function isErrorBody(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null || !("error" in value)) return false;
    return Object.keys(value).length === 1 && typeof value.error === "string" && value.error !== "";
  } catch {
    return false;
  }
}

function checkExpected(answer: RawAnswer, expected: Expectation): string[] {
  const problems: string[] = [];
  const { status, headers, body } = answer;
  if (status !== expected.status) {
    problems.push(
      `status ${String(status)} instead of ${String(expected.status)}: ${body.slice(0, 200)}`,
    );
  }
  if (expected.error !== undefined && body !== JSON.stringify({ error: expected.error })) {
    problems.push(`error ${body.slice(0, 200)} instead of "${expected.error}"`);
  }
  if (expected.body !== undefined && body !== expected.body) {
    problems.push(`body ${body.slice(0, 200)} instead of ${expected.body.slice(0, 200)}`);
  }
  if (expected.rows !== undefined && rowsOf(body) !== expected.rows) {
    problems.push(`${String(rowsOf(body))} rows instead of ${String(expected.rows)}`);
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const actual = headers.get(name.toLowerCase()) ?? null;
    if (actual !== value) problems.push(`${name}: ${String(actual)} instead of ${String(value)}`);
  }
  return problems;
}

function rowsOf(body: string): number | null {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value.length : null;
  } catch {
    return null;
  }
}
