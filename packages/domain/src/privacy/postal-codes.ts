import type { PrivateFind } from "./private-find.ts";

const patterns = [
  // 10115 Berlin, 75002 Paris, 28013 Madrid; D-10115 Berlin
  /(?<![\p{L}\d#.,/-])(?:[DFEI]-)?\d{5}\s\p{Lu}\p{Ll}{2,}/gu,
  // CH-8001 Zürich, A-1010 Wien, DK-2100 København
  /(?<![\p{L}\d#.,/-])(?:CH|A|AT|DK|NO|BE|B|LU|L)-\d{4}\s\p{Lu}\p{Ll}{2,}/gu,
  // 00-950 Warszawa
  /(?<![\p{L}\d#.,/-])\d{2}-\d{3}\s\p{Lu}\p{Ll}{2,}/gu,
  // 1012 AB Amsterdam
  /(?<![\p{L}\d#.,/-])\d{4}\s?[A-Z]{2}\s\p{Lu}\p{Ll}{2,}/gu,
  // CEP 01310-100, 01310-100 São Paulo; 1100-148 Lisboa
  /(?<![\p{L}\d#.,/-])\d{5}-\d{3}(?![\p{L}\d-])/gu,
  /(?<![\p{L}\d#.,/-])\d{4}-\d{3}\s\p{Lu}\p{Ll}{2,}/gu,
  // SW1A 1AA
  /(?<![\p{L}\d#./-])(?:[A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ][A-HK-Y]?\d[A-Z])\s\d[ABD-HJLNP-UW-Z]{2}(?![\p{L}\d])/gu,
  // Springfield, IL 62704
  /(?<![\p{L}\d])\p{Lu}\p{Ll}+,\s[A-Z]{2}\s\d{5}(?:-\d{4})?(?![\p{L}\d])/gu,
] as const;

const word =
  /(?<![\p{L}\d])(?:plz|zip(?: code)?|postcode|postal code|postleitzahl|code postal|c[oó]digo postal|kod pocztowy|cep|c\.p\.)[\s:.#]{0,3}(?:\d{4,5}(?:-\d{3,4})?|\d{2}-\d{3})(?![\p{L}\d])/giu;

/** What stands before a number that is no postal code, or behind one that is a count. */
const otherNumber =
  /(?:ref(?:erence|erenz)?|order|po|no|nr|n[º°]|id|#|container|awb|truck|trailer|flight|lkw|auftrag|sendung|shipment|invoice|seal|lot)\.?:?\s{0,2}$/iu;
const counted =
  /^\S+\s(?:Pakete?|Paletten?|St[uü]ck|Kilo|Kilogramm|Sendungen?|Kartons?|Kisten?|Liter|Meter|Tonnen?|Euro|Dollar|Pallets?|Parcels?|Boxes|Items|Units|Pieces|Palettes?|Colis|Bultos?|Cajas?|Unidades|Sztuk|Paczek|Palet|Volumes|Caixas|Teile)/u;

/** A postal code with its place, or after a word for it. */
export function findPostalCodes(text: string): readonly PrivateFind[] {
  const finds = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].filter((match) => {
      const before = text.slice(Math.max(0, match.index - 14), match.index);
      return !otherNumber.test(before) && !counted.test(match[0]);
    }),
  );
  return [...text.matchAll(word), ...finds].map((match) => ({
    kind: "postal_code",
    start: match.index,
    end: match.index + match[0].length,
  }));
}
