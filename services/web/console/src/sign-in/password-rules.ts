import { lengthInCharacters } from "@shipment-tracking/domain";

/** As the service counts: in characters, after normalisation. */
export function hasRightLength(password: string): boolean {
  const length = lengthInCharacters(password.normalize("NFKC"));
  return length >= 12 && length <= 128;
}
