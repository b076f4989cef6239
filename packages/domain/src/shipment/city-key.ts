/**
 * Key under which two spellings of a city are the same: NFC and case-folded ("Zürich" composed or not, "ZÜRICH";
 * "Gießen" and "GIESSEN"). JavaScript has no case folding; upper case, then lower case comes to the same for cities.
 */
export function cityKey(city: string): string {
  return city.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
