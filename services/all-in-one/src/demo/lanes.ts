import type { ShipmentMode } from "@shipment-tracking/domain";
import type { CityKey } from "./places.ts";

/** A way goods take: at least an origin and a destination, with the hubs between them. */
export type Lane = readonly [CityKey, CityKey, ...CityKey[]];

interface Network {
  readonly lanes: readonly Lane[];
  readonly carriers: readonly string[];
  /** Usual time from pickup to delivery, in hours. */
  readonly transitHours: number;
}

/** Where each mode runs in the demo data. */
export const networks: Readonly<Record<ShipmentMode, Network>> = {
  ftl: {
    lanes: [
      ["krakow", "plzen", "zurich"],
      ["athens", "thessaloniki", "sofia"],
      ["tokyo", "nagoya", "osaka"],
      ["bangkok", "chiangMai"],
      ["malaga", "besancon", "cologne"],
    ],
    carriers: ["Lindqvist Åkeri", "Transporte Peña", "ヤマカワ運送"],
    transitHours: 40,
  },
  ltl: {
    lanes: [
      ["gothenburg", "malmo", "aarhus"],
      ["sofia", "belgrade", "gyor"],
      ["mumbai", "jaipur", "delhi"],
      ["seoul", "daejeon", "busan"],
      ["lodz", "leipzig", "munich"],
    ],
    carriers: ["Stückgut Süd", "Балкан Карго", "한빛물류"],
    transitHours: 70,
  },
  parcel: {
    lanes: [
      ["munich", "leipzig", "tromso"],
      ["kyiv", "lviv", "gdansk"],
      ["haifa", "telAviv"],
      ["osaka", "tokyo"],
      ["geneva", "leipzig", "reykjavik"],
    ],
    carriers: ["Paket Nord", "Нова доставка", "さくら便"],
    transitHours: 48,
  },
  air: {
    lanes: [
      ["shanghai", "dubai", "zurich"],
      ["tokyo", "anchorage", "chicago"],
      ["saoPaulo", "lisbon", "coruna"],
      ["delhi", "dubai", "cairo"],
      ["seoul", "leipzig", "riga"],
    ],
    carriers: ["Aurora Luftfracht", "صقر للشحن", "空路貨物"],
    transitHours: 60,
  },
  ocean: {
    lanes: [
      ["shanghai", "singapore", "portSaid", "rotterdam"],
      ["yokohama", "losAngeles"],
      ["busan", "singapore", "piraeus"],
      ["laemChabang", "portSaid", "haifa"],
      ["haiphong", "singapore", "casablanca"],
    ],
    carriers: ["Ægir Line", "Πέλαγος Lines", "大洋海運"],
    transitHours: 560,
  },
  rail: {
    lanes: [
      ["chengdu", "almaty", "lodz"],
      ["hamburg", "gyor", "izmir"],
      ["wuhan", "almaty", "kyiv"],
      ["delhi", "mumbai"],
      ["quebec", "chicago"],
    ],
    carriers: ["Ost-West Schiene", "Дала Экспресс", "भारत रेल माल"],
    transitHours: 210,
  },
  intermodal: {
    lanes: [
      ["shenzhen", "piraeus", "belgrade", "brasov"],
      ["hoChiMinh", "singapore", "rotterdam", "cologne"],
      ["dubai", "portSaid", "odesa"],
      ["bogota", "losAngeles", "chicago"],
      ["tokyo", "busan", "seoul"],
    ],
    carriers: ["Kombi Łódź", "الخليج للشحن", "Combi Trans"],
    transitHours: 300,
  },
};
