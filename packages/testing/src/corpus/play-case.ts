import { checkAnswer } from "./check-answer.ts";
import type { CorpusCase, CorpusRequest, Expectation } from "./corpus-case.ts";
import { exchange } from "./raw-exchange.ts";

/** Where a corpus is played, and what its placeholders mean. */
export interface CorpusTarget {
  readonly host: string;
  readonly port: number;
  readonly variables: Readonly<Record<string, string>>;
  /** Headers that each structured request carries unless it says otherwise, for example a session cookie. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for an answer, in ms; default 5,000. */
  readonly patienceMs?: number;
}

/** Plays one case over a socket of its own; the problems found, empty when the answer is right. */
export async function playCase(target: CorpusTarget, corpusCase: CorpusCase): Promise<string[]> {
  const expectations = [corpusCase.expect].flat();
  const last = expectations.at(-1);
  const { answers, rest, closed, text } = await send(target, corpusCase.request, expectations);
  if (answers.length < expectations.length) {
    return [
      `${String(answers.length)} of ${String(expectations.length)} answers: ${text.slice(0, 300)}`,
    ];
  }
  const problems = await Promise.all(
    expectations.map(async (expected, index) => {
      const answer = answers[index];
      if (answer === undefined) return [];
      const filled = await fill(target, corpusCase.request, expected);
      return checkAnswer(answer, filled);
    }),
  );
  if (last?.closes === true && !closed) problems.push(["the connection was not closed"]);
  if (rest !== "") problems.push([`more than was asked for: ${rest.slice(0, 200)}`]);
  return problems.flat();
}

function send(target: CorpusTarget, request: CorpusRequest, expectations: readonly Expectation[]) {
  return exchange({
    host: target.host,
    port: target.port,
    bytes: bytesOf(target, request),
    heads: expectations.map((expected) => expected.head ?? false),
    untilClosed: expectations.at(-1)?.closes ?? false,
    patienceMs: target.patienceMs ?? 5_000,
  });
}

function bytesOf(target: CorpusTarget, request: CorpusRequest): Buffer {
  if ("hex" in request) return Buffer.from(request.hex, "hex");
  if ("raw" in request) return Buffer.from(expand(target, request.raw), "latin1");
  const headers = { Host: "{host}", Connection: "close", ...target.headers, ...request.headers };
  const body = expand(target, request.body ?? "");
  const length = body === "" ? [] : [`Content-Length: ${String(Buffer.byteLength(body))}`];
  const lines = [
    `${request.method ?? "GET"} ${request.path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...length,
  ];
  const head = expand(target, `${lines.join("\r\n")}\r\n\r\n`);
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body, "utf8")]);
}

function expand(target: CorpusTarget, text: string): string {
  return text
    .replace(/\{(.)\*(\d+)\}/gs, (_whole, character: string, count: string) =>
      character.repeat(Number(count)),
    )
    .replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
      if (name === "host") return `${target.host}:${String(target.port)}`;
      return target.variables[name] ?? whole;
    });
}

/** The expectation with its placeholders and its `sameAs` made concrete. */
async function fill(
  target: CorpusTarget,
  request: CorpusRequest,
  expected: Expectation,
): Promise<Expectation> {
  const headers = Object.entries(expected.headers ?? {}).map(
    ([name, value]) => [name, value === null ? null : expand(target, value)] as const,
  );
  const filled = { ...expected, headers: Object.fromEntries(headers) };
  if (expected.sameAs === undefined) return filled;
  const reference = {
    path: expected.sameAs,
    ...("headers" in request && request.headers !== undefined && { headers: request.headers }),
  };
  const { answers } = await send(target, reference, [{ status: 200 }]);
  return { ...filled, body: answers[0]?.body ?? "the reference request was not answered" };
}
