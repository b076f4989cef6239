/** The languages of the tracking page, as its switch lists them: by their own names. */
export const languages = ["de", "en", "es", "fr", "it", "pl", "pt-BR"] as const;
export type Language = (typeof languages)[number];

/** What each language calls itself: whoever looks for theirs reads that one only. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  pl: "Polski",
  "pt-BR": "Português (Brasil)",
};

/** For dates: English without a region is American, with the month before the day. */
export const locales: Readonly<Record<Language, string>> = {
  de: "de",
  en: "en-GB",
  es: "es",
  fr: "fr",
  it: "it",
  pl: "pl",
  "pt-BR": "pt-BR",
};

/**
 * `asked` is `?lang=`, `accept` the header `Accept-Language` (RFC 9110 12.5.4). Whatever cannot be read counts as not said; who asks for none
 * of the languages gets English.
 */
export function chooseLanguage(asked: unknown, accept: string | undefined): Language {
  return (
    languageOf(typeof asked === "string" ? asked : "") ??
    wanted(accept ?? "").find((language) => language !== null) ??
    "en"
  );
}

/** In the order of preference; null: one that the page does not speak. */
function wanted(accept: string): readonly (Language | null)[] {
  return accept
    .slice(0, 1_000)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      return { language: languageOf(tag), quality: qualityOf(parameters) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ language }) => language);
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q=/i.test(parameter));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}

/** `de-CH` is German as well, and all Portuguese is the Brazilian one. */
function languageOf(tag: string): Language | null {
  const primary = primaryOf(tag);
  return languages.find((language) => primaryOf(language) === primary) ?? null;
}

function primaryOf(tag: string): string | undefined {
  return tag.split("-")[0]?.toLowerCase();
}
