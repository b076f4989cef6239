/** One HTTP answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; a repeated header's values joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ParsedAnswers {
  readonly answers: readonly RawAnswer[];
  readonly rest: string;
}

/** Reads as many complete answers as there are, at most one per entry of `heads`; interim answers (100) are skipped. */
export function parseAnswers(bytes: Buffer, heads: readonly boolean[]): ParsedAnswers {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (answers.length < heads.length) {
    const parsed = parseOne(rest, heads[answers.length] ?? false);
    if (parsed === null) break;
    rest = rest.subarray(parsed.length);
    if (parsed.answer.status >= 200) answers.push(parsed.answer);
  }
  return { answers, rest: rest.toString("latin1") };
}

function parseOne(
  bytes: Buffer,
  isHead: boolean,
): { readonly answer: RawAnswer; readonly length: number } | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [statusLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? Number.NaN);
  const headers = headersOf(lines);
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
  const bodyLength = hasBody ? Number(headers.get("content-length") ?? 0) : 0;
  const length = headEnd + 4 + bodyLength;
  if (bytes.length < length) return null;
  const body = bytes.subarray(headEnd + 4, length).toString("utf8");
  return { answer: { status, headers, body }, length };
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}
