import type { Language } from "./languages.ts";
import type { Words } from "./words.ts";
import { german } from "./words/german.ts";
import { english } from "./words/english.ts";
import { spanish } from "./words/spanish.ts";
import { french } from "./words/french.ts";
import { italian } from "./words/italian.ts";
import { polish } from "./words/polish.ts";

/** All the page says, by language. */
export const wordsOf: Readonly<Record<Language, Words>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pl: polish,
};
