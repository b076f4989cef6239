/** The languages of the tracking page; the first is for everybody who asks for none of them. */
export const languages = ["en", "de", "fr", "es", "it", "pl"] as const;
export type Language = (typeof languages)[number];

/** What each language calls itself: whoever looks for theirs reads that one only. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pl: "Polski",
};

/** For dates: English without a region is American, with the month before the day. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-GB",
  de: "de",
  fr: "fr",
  es: "es",
  it: "it",
  pl: "pl",
};

/** `asked` is `?lang=`, `accept` the header `Accept-Language` (RFC 9110 12.5.4). Whatever cannot be read counts as not said. */
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

/** `de-CH` is German as well. */
function languageOf(tag: string): Language | null {
  const primary = tag.split("-")[0]?.toLowerCase();
  return languages.find((language) => language === primary) ?? null;
}
