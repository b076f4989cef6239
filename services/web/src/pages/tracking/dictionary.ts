import type { Language } from "./languages.ts";
import type { Words } from "./words.ts";
import { brazilianPortuguese } from "./words/brazilian-portuguese.ts";
import { english } from "./words/english.ts";
import { french } from "./words/french.ts";
import { german } from "./words/german.ts";
import { italian } from "./words/italian.ts";
import { polish } from "./words/polish.ts";
import { spanish } from "./words/spanish.ts";

/** All the page says, by language. */
export const wordsOf: Readonly<Record<Language, Words>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  pl: polish,
  "pt-BR": brazilianPortuguese,
};
