/** What a public description should not hold. */
export type DescriptionWarning = "telephone_number" | "email_address" | "door_code";

/**
 * What a description seems to give away to everybody with the tracking link. Warnings only: the sender decides. Written for the six
 * languages of the tracking page; dates, times, weights and consignment numbers do not warn. Linear in the length.
 */
export function descriptionWarnings(description: string): readonly DescriptionWarning[] {
  const warnings: DescriptionWarning[] = [];
  if (holdsTelephoneNumber(description)) warnings.push("telephone_number");
  if (emailAddress.test(description)) warnings.push("email_address");
  if (holdsDoorCode(description)) warnings.push("door_code");
  return warnings;
}

const emailAddress = /[^\s@]@[^\s@]+\.[^\s@.]{2}/u;

// 7 to 15 digits (E.164 allows 15), in groups; not within a longer number or a consignment number
const digitGroups = /(?<![\p{L}\d])[+(]{0,2}\d(?:[ ()./\u00a0-]{0,3}\d){6,14}(?![\p{L}\d])/gu;
const trunkOrCountryPrefix = /^[+(]{0,2}0|^\(?\+|^\(/u;
const northAmericanGroups = /^\d{3}[ .-]\d{3}[ .-]\d{4}$/u;
const telephoneWord =
  /(?:phone|tel[eé]?fon[oe]?|tel|call|cell|mobile|mobil|handy|whatsapp|anrufen|appele[rz]|llamar|ligar|zadzwo[nń])[\s.:=]{0,5}$/iu;

const calendarDate =
  /(?<![\d./-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2}))(?![./-]?\d)/gu;
const clockTime = /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/gu;

function holdsTelephoneNumber(description: string): boolean {
  const text = description.replace(calendarDate, "~").replace(clockTime, "~");
  for (const match of text.matchAll(digitGroups)) {
    const number = match[0];
    if (trunkOrCountryPrefix.test(number) || northAmericanGroups.test(number)) return true;
    if (telephoneWord.test(text.slice(Math.max(0, match.index - 20), match.index))) return true;
  }
  return false;
}

// the word, a short link ("is", ":", "für die Tür"), then 3 to 8 signs with a digit among them
const codeWord =
  /(?:\bcode|\bpin|\bdigicode|passcode|keycode|t[uü]rcode|zugangscode|c[oó]digo|\bkodu?|lockbox|keypad)\b[^\d\n]{0,20}?(?<![\p{L}\d])[#*]?[\p{L}]{0,2}\d[\p{L}\d]{1,6}[#*]?(?![\p{L}\d])/giu;
const otherCode =
  /(?:zip|post(?:al)?|hs|tariff|tracking|error|status|reason|bar|qr|iso|country|station|depot)[\s-]?$/iu;
const postalCode = /^\S+\s+(?:postal|pocztowy)/iu;

function holdsDoorCode(description: string): boolean {
  for (const match of description.matchAll(codeWord)) {
    const before = description.slice(Math.max(0, match.index - 12), match.index);
    if (!otherCode.test(before) && !postalCode.test(match[0])) return true;
  }
  return false;
}
