import { type Html, markup } from "../html.ts";
import { type DateWriter, dateWriter } from "./dates.ts";
import { type Language, locales } from "./languages.ts";
import { wordsOf } from "./dictionary.ts";
import type { Plural, Words } from "./words.ts";

/** How one rendering of the page speaks. */
export interface Voice {
  readonly language: Language;
  readonly locale: string;
  readonly words: Words;
  readonly dates: DateWriter;
}

export function voiceIn(language: Language): Voice {
  return {
    language,
    locale: locales[language],
    words: wordsOf[language],
    dates: dateWriter(language),
  };
}

/** Puts values in the places that the sentence has for them: `"Page {page} of {pages}"`. */
export function fill(sentence: string, values: Readonly<Record<string, string | Html>>): Html {
  const [first = "", ...rest] = sentence.split("{");
  const parts = rest.map((part) => {
    const end = part.indexOf("}");
    return markup`${values[part.slice(0, end)] ?? null}${part.slice(end + 1)}`;
  });
  return markup`${first}${parts}`;
}

/** The form of the sentence for this number in this language. */
export function pluralOf(voice: Voice, sentences: Plural, count: number): Html {
  const category = new Intl.PluralRules(voice.locale).select(count);
  const written = new Intl.NumberFormat(voice.locale).format(count);
  return fill(sentences[category] ?? sentences.other, { count: written });
}

/** A full point in time; the script changes it to the viewer's zone. */
export function moment({ dates }: Voice, instant: string): Html {
  return markup`<time datetime="${instant}">${dates.moment(instant)}</time>`;
}
