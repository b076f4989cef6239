import { type PrivateFind } from "@shipment-tracking/domain";
import { foldedWords } from "../search/fold-text.ts";

/** Names of one customer. */
export interface CustomerNames {
  readonly name: string;
  readonly contactName: string | null;
}

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const maxWords = 12;
/** Legal forms: the name is found without them too. */
const legalForms = new Set(
  "gmbh ag kg ohg ug gbr se ev co inc ltd limited llc llp plc corp corporation company sa sas sarl sl slu srl spa bv nv ab as oy aps sp zoo z o lda ltda eireli me cia".split(
    " ",
  ),
);
/** Words that a carrier's text holds anyhow: alone they are nobody's name. */
const commonWords = new Set(
  "express transport transporte transporty logistics logistik logistica logistique cargo freight spedition delivery service services post international global group grupo gruppe trading handel import export warehouse depot terminal airport hafen port customs store shop market main city center centre zentrum centrum north south east west first new the road street gate dock line lines air sea rail".split(
    " ",
  ),
);
const titles = new Set(
  "mr mrs ms miss dr herr herrn frau mme mlle monsieur madame m sr sra senor senora don dona pan pani pana panem senhor senhora".split(
    " ",
  ),
);

/** Where a text names customers or their contacts: whole words, without regard to case and accents. Linear in the number of names. */
export function findCustomerNames(
  text: string,
  customers: Iterable<CustomerNames>,
): readonly PrivateFind[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return [];
  // most names begin with a word that the text does not hold: that is all that is asked of them
  const starts = new Map<string, number[]>();
  for (const [at, { word }] of tokens.entries()) {
    starts.set(word, [...(starts.get(word) ?? []), at]);
  }
  const joined = text.normalize("NFKC");
  const finds: PrivateFind[] = [];
  for (const { name, contactName } of customers) {
    if (mayOccur(starts, name)) {
      finds.push(...unspaced(joined, text, name));
      finds.push(...wordsOf(tokens, starts, companyWords(name)));
    }
    if (contactName !== null && mayOccur(starts, contactName)) {
      finds.push(...unspaced(joined, text, contactName));
      finds.push(...contactFinds(tokens, starts, contactName));
    }
  }
  return finds;
}

/** Whether a name's first or last word is in the text. Folding a name takes many times as long as this look at its ends. */
function mayOccur(starts: ReadonlyMap<string, unknown>, name: string): boolean {
  let begin = 0;
  while (begin < name.length && !isPlain(name.charCodeAt(begin))) begin += 1;
  let behind = begin;
  while (behind < name.length && isPlain(name.charCodeAt(behind))) behind += 1;
  let end = name.length;
  while (end > behind && !isPlain(name.charCodeAt(end - 1))) end -= 1;
  let last = end;
  while (last > behind && isPlain(name.charCodeAt(last - 1))) last -= 1;
  // an accent or another script anywhere: its words are not what they look like
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) > 0x7f) return true;
  return (
    starts.has(name.slice(begin, behind).toLowerCase()) ||
    starts.has(name.slice(last, end).toLowerCase())
  );
}

/** ASCII letters and digits. */
function isPlain(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a)
  );
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((match) => {
    // one run of letters is one word, except where folding takes it apart
    const word = foldedWords(match[0]).join("");
    if (word === "") return [];
    return [{ word, start: match.index, end: match.index + match[0].length }];
  });
}

/** Without the legal form at the end, unless nothing telling is left. */
function companyWords(name: string): readonly string[] {
  const words = foldedWords(name).slice(0, maxWords);
  let length = words.length;
  while (length > 1 && legalForms.has(words[length - 1] ?? "")) length -= 1;
  const bare = words.slice(0, length);
  return bare.every((word) => commonWords.has(word)) ? words : bare;
}

function contactFinds(
  tokens: readonly Token[],
  starts: ReadonlyMap<string, readonly number[]>,
  contactName: string,
): readonly PrivateFind[] {
  const words = foldedWords(contactName).slice(0, maxWords);
  const named = words.length > 1 ? wordsOf(tokens, starts, words) : [];
  const surname = words.at(-1);
  if (surname === undefined || surname.length < 2) return named;
  const addressed = (starts.get(surname) ?? []).filter((at) =>
    titles.has(tokens[at - 1]?.word ?? ""),
  );
  return [...named, ...addressed.map((at) => findAt(tokens, at, 1))];
}

function wordsOf(
  tokens: readonly Token[],
  starts: ReadonlyMap<string, readonly number[]>,
  words: readonly string[],
): readonly PrivateFind[] {
  const [first] = words;
  const places = first === undefined ? undefined : starts.get(first);
  if (places === undefined) return [];
  if (words.every((word) => commonWords.has(word) || legalForms.has(word))) {
    // `Express` is no name, `Express Cargo` could be one, and is as likely what the text says anyhow
    if (words.length < 3) return [];
  }
  if (words.join("").length < 3) return [];
  return places
    .filter((at) => words.every((word, index) => tokens[at + index]?.word === word))
    .map((at) => findAt(tokens, at, words.length));
}

function findAt(tokens: readonly Token[], at: number, length: number): PrivateFind {
  const [first, last] = [tokens[at], tokens[at + length - 1]];
  return { kind: "customer_name", start: first?.start ?? 0, end: last?.end ?? 0 };
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/** Scripts that put no space between words: the name anywhere. */
function unspaced(joined: string, text: string, name: string | null): readonly PrivateFind[] {
  // folding changed the offsets: rare, and then only words are looked for
  if (name === null || joined.length !== text.length || !withoutSpaces.test(name)) return [];
  const wanted = name.normalize("NFKC");
  const start = wanted.length < 2 ? -1 : joined.indexOf(wanted);
  return start === -1 ? [] : [{ kind: "customer_name", start, end: start + wanted.length }];
}
