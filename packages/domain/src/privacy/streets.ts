import type { PrivateFind } from "./private-find.ts";

/** A house number, and not a time, a count or a measure. */
const houseNumber = String.raw`(?:n[º°o]?\.?\s?)?\d{1,4}(?:\s?[-/]\s?\d{1,4})?\s?[a-h]?(?![\p{L}\d])(?![.,:]\d)(?!\s{0,2}(?:%|€|\$|kg|km|m[²³]?|t|h|min|uhr|pm|am|palet\p{L}*|pallets?|pcs|stk|st[uü]ck|pakete?|parcels?|colis|bultos|paczk\p{L}*|volumes?|boxes|drops?|stops?)(?![\p{L}\d]))`;
const name = String.raw`[\p{Lu}\d][\p{L}\d'’.-]*`;
const link = String.raw`(?:d[eouai]s?|del|de la|de las|de los|la|le|les|l['’]|der|den|dem|van|von|zum|zur|i|e)`;

// Hauptstraße 12, Hauptstr. 12, Lange Gasse 3
const germanic = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\p{Lu}[\p{L}.-]*\s)?(?:\p{Lu}[\p{L}-]*(?:stra(?:ß|ss)e|str\.|gasse|allee|chaussee|promenade|straat|laan|gatan)|Stra(?:ß|ss)e|Str\.|Gasse|Allee)\s{1,2}${houseNumber}`,
  "gu",
);
// Birkenweg 3, Marktplatz 1: words that also mean something else stand out by what they are made of
const germanicShort = new RegExp(
  String.raw`(?<![\p{L}\d])(?!(?:Um|Rück|Hin|Liefer|Transport|Land|See|Luft|Arbeits|Lager|Stell|Park|Lade|Umschlag|Container|Lieferanten|Abstell|Halte|Sitz|Roll)(?:weg|platz|ring|damm))\p{Lu}[\p{L}-]{2,}(?:weg|platz|damm|ufer|ring|steig|vej|gade)\s{1,2}${houseNumber}`,
  "gu",
);
// rue de la Paix 3, calle Mayor 5, Rua das Flores, 25, ul. Długa 12/4
const led = new RegExp(
  String.raw`(?<![\p{L}\d])(?:rue|avenue|av\.|ave\.|boulevard|bd\.?|chemin|impasse|all[ée]e|calle|c/|avenida|avda\.?|paseo|carrer|rua|r\.|travessa|alameda|estrada|pra[cç]a|ul\.?|ulica|ulicy|ulic[ęe]|al\.|alej[aei]|pl\.)\s{0,2}(?:${link}\s?){0,2}(?:${name}|(?<=\s)\p{L}{4,})(?:\s(?:${link}\s){0,2}${name}){0,4},?\s{1,2}${houseNumber}`,
  "giu",
);
// 12, rue de la Paix
const french = new RegExp(
  String.raw`(?<![\p{L}\d:.,/-])\d{1,4}\s?(?:bis|ter|[a-d])?,?\s(?:rue|avenue|av\.|boulevard|bd|chemin|impasse|all[ée]e|place|quai|cours)\s(?:${link}\s?){0,2}${name}`,
  "giu",
);
// 221b Baker Street, 12 St. James's Sq.
const english = new RegExp(
  String.raw`(?<![\p{L}\d:.,/-])\d{1,5}[a-h]?,?\s(?:(?:N|S|E|W|North|South|East|West)\.?\s)?(?!(?:On|The|In|By|At|Of|From|To|Via|Pallets?|Parcels?|Boxes|Trucks?|Hours?|Days?|Stops?|Drivers?)\s)(?:\p{Lu}[\p{L}'’.-]*\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Court|Ct|Terrace|Close|Square|Sq|Crescent|Mews|Highway|Hwy|Parkway|Pkwy|Way)(?![\p{L}])`,
  "gu",
);
// Baker Street 221b
const englishAfter = new RegExp(
  String.raw`(?<![\p{L}\d])(?!(?:The|Main|On|This|That|Our|By)\s)\p{Lu}[\p{L}'’-]+\s(?:Street|Road|Avenue|Lane|Boulevard)\s${houseNumber}`,
  "gu",
);

/** A street with a house number, as it is written in the six languages of the tracking page and in some others. */
export function findStreets(text: string): readonly PrivateFind[] {
  return [germanic, germanicShort, led, french, english, englishAfter].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      kind: "street_address" as const,
      start: match.index,
      end: match.index + match[0].trimEnd().length,
    })),
  );
}
