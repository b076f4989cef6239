import type { Place } from "@shipment-tracking/domain";

/** Cities of the demo data by a plain key, as `city, country, zone`: the names are written as the place itself writes them. */
const cities = {
  hamburg: ["Hamburg", "DE", "Europe/Berlin"],
  munich: ["München", "DE", "Europe/Berlin"],
  cologne: ["Köln", "DE", "Europe/Berlin"],
  leipzig: ["Leipzig", "DE", "Europe/Berlin"],
  zurich: ["Zürich", "CH", "Europe/Zurich"],
  geneva: ["Genève", "CH", "Europe/Zurich"],
  gothenburg: ["Göteborg", "SE", "Europe/Stockholm"],
  malmo: ["Malmö", "SE", "Europe/Stockholm"],
  aarhus: ["Århus", "DK", "Europe/Copenhagen"],
  tromso: ["Tromsø", "NO", "Europe/Oslo"],
  reykjavik: ["Reykjavík", "IS", "Atlantic/Reykjavik"],
  lodz: ["Łódź", "PL", "Europe/Warsaw"],
  krakow: ["Kraków", "PL", "Europe/Warsaw"],
  gdansk: ["Gdańsk", "PL", "Europe/Warsaw"],
  plzen: ["Plzeň", "CZ", "Europe/Prague"],
  gyor: ["Győr", "HU", "Europe/Budapest"],
  brasov: ["Brașov", "RO", "Europe/Bucharest"],
  riga: ["Rīga", "LV", "Europe/Riga"],
  besancon: ["Besançon", "FR", "Europe/Paris"],
  malaga: ["Málaga", "ES", "Europe/Madrid"],
  coruna: ["A Coruña", "ES", "Europe/Madrid"],
  lisbon: ["Lisboa", "PT", "Europe/Lisbon"],
  izmir: ["İzmir", "TR", "Europe/Istanbul"],
  rotterdam: ["Rotterdam", "NL", "Europe/Amsterdam"],
  saoPaulo: ["São Paulo", "BR", "America/Sao_Paulo"],
  bogota: ["Bogotá", "CO", "America/Bogota"],
  quebec: ["Québec", "CA", "America/Toronto"],
  losAngeles: ["Los Angeles", "US", "America/Los_Angeles"],
  chicago: ["Chicago", "US", "America/Chicago"],
  anchorage: ["Anchorage", "US", "America/Anchorage"],
  hoChiMinh: ["Thành phố Hồ Chí Minh", "VN", "Asia/Ho_Chi_Minh"],
  haiphong: ["Hải Phòng", "VN", "Asia/Ho_Chi_Minh"],
  singapore: ["Singapore", "SG", "Asia/Singapore"],
  kyiv: ["Київ", "UA", "Europe/Kyiv"],
  lviv: ["Львів", "UA", "Europe/Kyiv"],
  odesa: ["Одеса", "UA", "Europe/Kyiv"],
  sofia: ["София", "BG", "Europe/Sofia"],
  belgrade: ["Београд", "RS", "Europe/Belgrade"],
  almaty: ["Алматы", "KZ", "Asia/Almaty"],
  athens: ["Αθήνα", "GR", "Europe/Athens"],
  thessaloniki: ["Θεσσαλονίκη", "GR", "Europe/Athens"],
  piraeus: ["Πειραιάς", "GR", "Europe/Athens"],
  dubai: ["دبي", "AE", "Asia/Dubai"],
  cairo: ["القاهرة", "EG", "Africa/Cairo"],
  portSaid: ["بورسعيد", "EG", "Africa/Cairo"],
  casablanca: ["الدار البيضاء", "MA", "Africa/Casablanca"],
  haifa: ["חיפה", "IL", "Asia/Jerusalem"],
  telAviv: ["תל אביב", "IL", "Asia/Jerusalem"],
  shanghai: ["上海", "CN", "Asia/Shanghai"],
  shenzhen: ["深圳", "CN", "Asia/Shanghai"],
  chengdu: ["成都", "CN", "Asia/Shanghai"],
  wuhan: ["武汉", "CN", "Asia/Shanghai"],
  tokyo: ["東京", "JP", "Asia/Tokyo"],
  yokohama: ["横浜", "JP", "Asia/Tokyo"],
  nagoya: ["名古屋", "JP", "Asia/Tokyo"],
  osaka: ["大阪", "JP", "Asia/Tokyo"],
  seoul: ["서울", "KR", "Asia/Seoul"],
  daejeon: ["대전", "KR", "Asia/Seoul"],
  busan: ["부산", "KR", "Asia/Seoul"],
  bangkok: ["กรุงเทพมหานคร", "TH", "Asia/Bangkok"],
  chiangMai: ["เชียงใหม่", "TH", "Asia/Bangkok"],
  laemChabang: ["แหลมฉบัง", "TH", "Asia/Bangkok"],
  mumbai: ["मुंबई", "IN", "Asia/Kolkata"],
  jaipur: ["जयपुर", "IN", "Asia/Kolkata"],
  delhi: ["दिल्ली", "IN", "Asia/Kolkata"],
} as const satisfies Record<string, readonly [string, string, string]>;

export type CityKey = keyof typeof cities;

/** The city's name in NFC, as a scan reports it. */
export function cityName(key: CityKey): string {
  return cities[key][0].normalize("NFC");
}

/** The city as a stop of a shipment. */
export function placeOf(key: CityKey): Place {
  const [, countryCode, timeZone] = cities[key];
  return { city: cityName(key), countryCode, addressLine1: null, postalCode: null, timeZone };
}
