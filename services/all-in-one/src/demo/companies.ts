/** The roles of the demo's users, in the order in which demo.json lists them. */
export const demoRoles = ["admin", "dispatcher", "billing", "viewer"] as const;
export type DemoRole = (typeof demoRoles)[number];

/** A company of the demo data. `slug` names it in secrets.json, in e-mail addresses and in shipment numbers. */
export interface DemoCompany {
  readonly slug: string;
  readonly name: string;
  readonly numberPrefix: string;
  readonly people: Readonly<Record<DemoRole, string>>;
  /** Public notes in the company's language, by what happened. */
  readonly notes: {
    readonly delay: string;
    readonly damage: string;
    readonly customs: string;
    readonly nobodyThere: string;
    readonly delivered: string;
  };
  /** What the lines of its invoices say. */
  readonly charges: {
    readonly freight: string;
    readonly fuel: string;
    readonly detention: string;
    readonly discount: string;
    readonly tax: string;
  };
}

/** `.example` is reserved (RFC 2606): no mail can reach anybody. */
export function emailOf(company: DemoCompany, role: DemoRole): string {
  return `${role}@${company.slug}.example`;
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    slug: "nordwind",
    name: "Nordwind Spedition GmbH",
    numberPrefix: "NW",
    people: {
      admin: "Jürgen Weiß",
      dispatcher: "Zoë Brändli",
      billing: "Łukasz Wiśniewski",
      viewer: "Ingrid Sørensen",
    },
    notes: {
      delay: "Verspätung wegen Sturm, neue Ankunft wird gemeldet.",
      damage: "Außenverpackung beschädigt, Ware wird geprüft.",
      customs: "Der Zoll verlangt die Handelsrechnung.",
      nobodyThere: "Niemand angetroffen, zweiter Versuch am nächsten Werktag.",
      delivered: "Am Empfang abgegeben.",
    },
    charges: {
      freight: "Fracht",
      fuel: "Dieselzuschlag 12,5 %",
      detention: "Standgeld, je Stunde",
      discount: "Mengenrabatt 5 %",
      tax: "Umsatzsteuer auf die Fracht",
    },
  },
  {
    slug: "hanami",
    name: "花見フレイト株式会社",
    numberPrefix: "HF",
    people: {
      admin: "佐藤 美咲",
      dispatcher: "김 민준",
      billing: "Nguyễn Thị Hương",
      viewer: "สมชาย ใจดี",
    },
    notes: {
      delay: "台風のため遅延しています。",
      damage: "外装に破損あり、検品中です。",
      customs: "税関でインボイスの提出を求められています。",
      nobodyThere: "ご不在のため持ち戻りました。翌営業日に再配達します。",
      delivered: "受付にお届けしました。",
    },
    charges: {
      freight: "運賃",
      fuel: "燃油サーチャージ 12.5 %",
      detention: "待機料（1時間あたり）",
      discount: "数量割引 5 %",
      tax: "運賃の消費税",
    },
  },
];
