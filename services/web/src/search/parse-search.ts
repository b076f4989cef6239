import { lengthInCharacters } from "@shipment-tracking/domain";
import { foldedIdentifier, foldedWords } from "./fold-text.ts";

/** What a text asks for: some of these numbers and references if there are any, otherwise shipments that have all these words. */
export interface SearchText {
  /** As they were typed, in their order, without repeats; empty when the text does not look like numbers. */
  readonly identifiers: readonly string[];
  readonly words: readonly string[];
}

export const maxIdentifiers = 50;
const maxWords = 10;

export type ParsedSearch =
  | { readonly ok: true; readonly search: SearchText | null }
  /** `reason` continues a sentence that begins with the field's name. */
  | { readonly ok: false; readonly reason: string };

/**
 * Reads what was typed or pasted. Pieces that all have a digit, and several with commas, semicolons or line breaks between them, may be
 * numbers; `Bern 4711` are two words. Null: nothing is asked for.
 */
export function parseSearch(text: string): ParsedSearch {
  const pieces = text.split(/[\s,;]+/u).filter((piece) => piece !== "");
  const words = [...new Set(foldedWords(text))];
  const numbers = listed(text, pieces) ? withoutRepeats(pieces) : [];
  if (numbers.length > maxIdentifiers) {
    return { ok: false, reason: `must be at most ${String(maxIdentifiers)} numbers` };
  }
  if (numbers.length === 0 && words.length > maxWords) {
    return { ok: false, reason: `must be at most ${String(maxWords)} words` };
  }
  if (numbers.length === 0 && words.length === 0) {
    // only punctuation is no wish that anything fulfils, and nothing at all is none
    return { ok: true, search: pieces.length === 0 ? null : { identifiers: [], words: [] } };
  }
  return {
    ok: true,
    search: { identifiers: numbers, words: words.length > maxWords ? [] : words },
  };
}

function listed(text: string, pieces: readonly string[]): boolean {
  if (pieces.every((piece) => /\p{N}/u.test(piece))) return true;
  return pieces.length > 1 && /[,;\n\r\t]/.test(text);
}

function withoutRepeats(pieces: readonly string[]): readonly string[] {
  const byFolded = new Map<string, string>();
  for (const piece of pieces) {
    const folded = foldedIdentifier(piece);
    // longer than any number or reference can be
    if (lengthInCharacters(piece) <= 200 && !byFolded.has(folded)) byFolded.set(folded, piece);
  }
  return [...byFolded.values()];
}
