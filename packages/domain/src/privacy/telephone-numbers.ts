import type { PrivateFind } from "./private-find.ts";

// 7 to 15 digits (E.164 allows 15), in groups; not within a longer number or a consignment number
const digitGroups = /(?<![\p{L}\d#/-])[+(]{0,2}\d(?:[ ()./\u00a0-]{0,3}\d){6,14}(?![\p{L}\d])/gu;
const trunkOrCountryPrefix = /^[+(]{0,2}0|^\(?\+|^\(/u;
const northAmericanGroups = /^\d{3}[ .-]\d{3}[ .-]\d{4}$/u;
/** Spain, Poland, France without the 0: nine digits by threes, or by 3-2-2-2. */
const nineDigits = /^[5-9]\d{2}[ .-]\d{3}[ .-]\d{3}$|^[5-9]\d{2}[ .-]\d{2}[ .-]\d{2}[ .-]\d{2}$/u;
const brazilian = /^\d{2} 9\d{4}-\d{4}$|^9\d{4}-\d{4}$/u;
const telephoneWord =
  /(?:phone|tel[eé]?fon[oe]?|tel|call|calling|cell|mobile|mobil|m[oó]vil|celular|handy|whatsapp|ring|anrufen|unter|appele[rz]|llamar?|ligar?|zadzwo[nń]|kom|num[eé]ro|number)[\s.:=]{0,5}$/iu;
const postalCode = /^\d{5}-\d{3}$/u;
/** What stands before a number that is none of a telephone. */
const otherNumber =
  /(?:ref(?:erence|erenz|[eé]rence|erencia)?|order|po|invoice|shipment|sendung|container|awb|mrn|waybill|cmr|booking|tracking|id|no|nr|n[º°]|num|numer|#|lot|batch|seal|siegel|flight|truck|trailer)\s?[.:#]{0,2}\s{0,2}$/iu;

const calendarDate =
  /(?<![\d./-])(?:\d{4}-\d{2}-\d{2}|\d{4}\/\d{2}\/\d{2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})?)(?![./-]?\d)/gu;
const clockTime = /(?<!\d)\d{1,2}[:h]\d{2}(?::\d{2})?(?!\d)/gu;

/** Numbers that people would dial, in international and local spellings. */
export function findTelephoneNumbers(text: string): readonly PrivateFind[] {
  // same length: the offsets stay those of the text
  const blanked = text.replace(calendarDate, blank).replace(clockTime, blank);
  return [...blanked.matchAll(digitGroups)].flatMap((match) => {
    const before = blanked.slice(Math.max(0, match.index - 20), match.index);
    if (!isTelephoneNumber(match[0], before)) return [];
    return [
      {
        kind: "telephone_number" as const,
        start: match.index,
        end: match.index + match[0].length,
      },
    ];
  });
}

function isTelephoneNumber(number: string, before: string): boolean {
  if (telephoneWord.test(before)) return true;
  if (postalCode.test(number)) return false;
  if (otherNumber.test(before)) return /^\(?\+/u.test(number);
  // a long run of digits without a sign of a number to dial is a consignment number
  if (/^0{2,}\d{10,}$/u.test(number) && !/^00[1-9]/u.test(number)) return false;
  return (
    trunkOrCountryPrefix.test(number) ||
    northAmericanGroups.test(number) ||
    nineDigits.test(number) ||
    brazilian.test(number)
  );
}

function blank(found: string): string {
  return "~".repeat(found.length);
}
