import type { PrivateFind } from "./private-find.ts";

// the word, a short link ("is", ":", "für die Tür"), then 3 to 8 signs with a digit among them
const codeWord =
  /(?<![\p{L}\d])(?:[\p{L}]{0,12}code|pin|digicode|c[oó]digo|kodu?|kodem|senha|clave|lockbox|keypad|schl[uü]sselbox|keysafe)(?![\p{L}\d])[^\d\n]{0,20}?(?<![\p{L}\d])[#*]?[\p{L}]{0,2}\d[\p{L}\d]{1,7}[#*]?(?![\p{L}\d])/giu;
const otherCode =
  /(?:zip|post(?:al)?|plz|hs|tariff|tracking|error|status|reason|bar|qr|iso|country|station|depot|fehler|zoll|customs|terminal|airport|product)[\s-]?$/iu;
const otherCodeItself =
  /^(?:(?:bar|post|zip|error|fehler|status|qr|hs|country|waren|zoll|tracking)[\s-]?code|kodu?\s+(?:pocztow|kresk|b[lł][eę]d)|c[oó]digo\s+(?:postal|de barras|de error|de erro)|code\s+(?:postal|barres?|erreur)|\S+\s+(?:postal|pocztowy))/iu;
const bell =
  /(?<![\p{L}\d])(?:buzzer|intercom|doorbell|bell|klingel|gegensprechanlage|interphone|interfono|telefonillo|portero|domofon|interfone|campainha|timbre)(?![\p{L}\d])[\s.:#]{0,3}(?:n[ro]?\.?|num(?:mer|ber)?|bei)?\s{0,2}\d{1,6}[#*]?(?![\p{L}\d])/giu;
// a keypad's own spelling: digits closed by its signs
const keyed = /(?<![\p{L}\d#*])(?:[#*]\d{3,8}[#*]?|\d{3,8}[#*])(?![\p{L}\d#*])/gu;
const numbered =
  /(?:no|nr|ref|order|po|id|n[º°]|shipment|invoice|seal|lot|dock|gate|bay|ramp)\.?:?\s{0,2}$/iu;

/** What opens a door, a gate or a key box. */
export function findDoorCodes(text: string): readonly PrivateFind[] {
  return [
    ...[...text.matchAll(codeWord)].filter((match) => opensSomething(text, match)),
    ...text.matchAll(bell),
    ...[...text.matchAll(keyed)].filter((match) => !isReference(text, match)),
  ].map((match) => ({
    kind: "door_code",
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function opensSomething(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, match.index - 12), match.index);
  return !otherCode.test(before) && !otherCodeItself.test(match[0]);
}

/** `#1234` is a number of many things; with a closing sign it is typed somewhere. */
function isReference(text: string, match: RegExpExecArray): boolean {
  if (!/[#*]$/u.test(match[0])) return true;
  return numbered.test(text.slice(Math.max(0, match.index - 12), match.index));
}
