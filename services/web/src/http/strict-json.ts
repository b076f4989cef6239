import { Refusal } from "./refusal.ts";

// far above what any request needs; JSON.stringify and zod recurse, so depth must end before the stack does
const maxDepth = 32;

/**
 * Reads a request body: UTF-8 JSON in which no object has a key twice (which of the two counts would be anybody's guess) or a key named
 * `__proto__`, and no fraction is so fine that reading it would make an integer of it. An empty body is undefined. Throws a `Refusal` (400).
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text.trim() === "") return undefined;
  refuseDepth(text);
  const value = parse(text);
  refuseOddKeys(text);
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "The body is not valid UTF-8.");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
}

/** One pass without a regular expression: the text need not be JSON yet, and a hostile one must not make this slow. */
function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (inString) {
      if (sign === "\\") index += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth > maxDepth) throw new Refusal(400, "The body is nested too deeply.");
  }
}

// a whole string, a number with a fraction, or one of the signs that shape objects and lists
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+\.[\deE+-]+|[{}[\]:]/gs;

/** The text is valid JSON by now: a string followed by a colon is a key of the innermost object. */
function refuseOddKeys(text: string): void {
  const open: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (token === ":") addKey(open.at(-1), last);
    else if (isRoundedAway(token)) refuseRounding(open.at(-1));
    last = token;
  }
}

/** `9007199254740991.4` would be read as an integer, and an amount changed in silence. JSON.stringify never writes such a number. */
function isRoundedAway(token: string): boolean {
  return /^-?\d+\.\d*[1-9]\d*$/.test(token) && Number.isInteger(Number(token));
}

function refuseRounding(keys: ReadonlySet<string> | undefined): void {
  const key = [...(keys ?? [])].at(-1) ?? "body";
  throw new Refusal(400, `${key.slice(0, 64)}: has more digits than a number can keep.`);
}

function addKey(keys: Set<string> | undefined, token: string): void {
  // the token is a JSON string
  const key = JSON.parse(token) as string;
  if (key === "__proto__") throw new Refusal(400, "__proto__: is not a known field.");
  if (keys?.has(key) === true) {
    throw new Refusal(400, `${key.slice(0, 64)}: is given twice.`);
  }
  keys?.add(key);
}
