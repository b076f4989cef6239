import { findDoorCodes } from "./door-codes.ts";
import { findPostalCodes } from "./postal-codes.ts";
import type { PrivateFind } from "./private-find.ts";
import { findStreets } from "./streets.ts";
import { findTelephoneNumbers } from "./telephone-numbers.ts";

/**
 * What a public description seems to give away to everybody with the tracking link, in the order of the text. Warnings only: the sender
 * decides. Written for the six languages of the tracking page; dates, times, weights, counts, docks and consignment numbers do not warn.
 */
export function findPrivateData(text: string): readonly PrivateFind[] {
  return withoutOverlaps([
    ...findEmailAddresses(text),
    ...findDoorCodes(text),
    ...findTelephoneNumbers(text),
    ...findStreets(text),
    ...findPostalCodes(text),
  ]);
}

/** What was found first in the list stands; the rest by place. */
export function withoutOverlaps(finds: readonly PrivateFind[]): readonly PrivateFind[] {
  const kept: PrivateFind[] = [];
  for (const find of finds) {
    if (kept.every((one) => find.end <= one.start || find.start >= one.end)) kept.push(find);
  }
  return kept.toSorted((left, right) => left.start - right.start);
}

const emailAddress = /[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]{1,250}\.[\p{L}]{2,24}/gu;

function findEmailAddresses(text: string): readonly PrivateFind[] {
  return [...text.matchAll(emailAddress)].map((match) => ({
    kind: "email_address",
    start: match.index,
    end: match.index + match[0].length,
  }));
}
