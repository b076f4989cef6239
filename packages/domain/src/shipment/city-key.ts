/**
 * Key under which two spellings of a city are the same: NFC and case-folded ("Zürich" composed or not, "ZÜRICH";
 * "Gießen", "GIESSEN", "GIEẞEN"). JavaScript has no case folding: lower, upper, lower case comes to the same for cities
 * (the first step is for the capital ẞ, which upper case leaves alone).
 */
export function cityKey(city: string): string {
  return city.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
