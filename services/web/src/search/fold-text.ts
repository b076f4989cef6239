/**
 * Text as it is searched: without case and accents, `ß` as `ss`, `Ł` as `l`. Migration 0005 folds what was stored before it in the
 * same way.
 */
function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[łøđðıßæœþ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that look like an accented one but are letters of their own, which no normalisation takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

// ASCII's spaces and punctuation, Latin-1's, and those of the general and the CJK block
const separators =
  // stored text has no controls but these
  /[\t\n\r\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003\u3008-\u3020]+/;

/** The words of a text, folded, in their order. */
export function foldedWords(text: string): readonly string[] {
  return foldText(text)
    .split(separators)
    .filter((word) => word !== "");
}

/** A number or reference as a whole, folded: what a pasted one is compared with. */
export function foldedIdentifier(text: string): string {
  // white space separates pasted numbers; quotes and backslashes would have to be escaped in a query
  return foldText(text).replace(/[\t\n\r\u0020'\\\u00a0]/g, "");
}
