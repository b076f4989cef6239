import type { BillingAddress, CustomerDetails } from "@shipment-tracking/domain";
import type { DemoCompany } from "./companies.ts";
import { nameBasedUuid } from "./name-based-uuid.ts";

export interface PlannedCustomer {
  readonly customerId: string;
  readonly customerNumber: string;
  readonly details: Omit<CustomerDetails, "customerNumber">;
}

/** The currencies of the demo invoices: with 2, 2, 0 and 3 digits. */
export const demoCurrencies = ["EUR", "USD", "JPY", "KWD"] as const;
export type DemoCurrency = (typeof demoCurrencies)[number];

/** Customers of a demo company: two for each currency, the last one inactive, one with little on file. The same ids for the same tenant. */
export function planCustomers(company: DemoCompany, tenantId: string): readonly PlannedCustomer[] {
  return customers.map(({ name, currency, contactName, address, phone }, index) => ({
    customerId: customerIdOf(tenantId, index),
    customerNumber: `${company.numberPrefix}-C-${String(101 + index)}`,
    details: {
      name,
      status: index === customers.length - 1 ? "inactive" : "active",
      contactName,
      // .example is reserved (RFC 2606): no mail can reach anybody
      email: contactName === null ? null : `accounts@customer-${String(index + 1)}.example`,
      phone,
      billingAddress: address,
      currency,
      paymentTermsDays: termsDays[currency],
      taxId:
        index % 3 === 0 && address !== null ? `${address.countryCode}${taxNumber(index)}` : null,
      externalReference: index % 2 === 0 ? `ERP-${String(70_010 + index * 7)}` : null,
    },
  }));
}

/** Days from the issue of an invoice to its due date. */
export const termsDays: Readonly<Record<DemoCurrency, number>> = {
  EUR: 30,
  USD: 30,
  JPY: 60,
  KWD: 45,
};

/** Whose shipment it is, by its place in the plan; null: not on file. */
export function customerOfShipment(tenantId: string, shipmentIndex: number): string | null {
  // an inactive customer gets no more shipments
  const turn = shipmentIndex % customers.length;
  return turn === customers.length - 1 ? null : customerIdOf(tenantId, turn);
}

function customerIdOf(tenantId: string, index: number): string {
  return nameBasedUuid(tenantId, "demo customer", index);
}

function taxNumber(index: number): string {
  return String(811_907_980 + index * 1_013);
}

interface Customer extends Pick<CustomerDetails, "name" | "contactName" | "phone"> {
  readonly currency: DemoCurrency;
  readonly address: BillingAddress | null;
}

function address(
  line1: string,
  city: string,
  rest: Partial<BillingAddress> & Pick<BillingAddress, "countryCode">,
): BillingAddress {
  return { line1, line2: null, city, region: null, postalCode: null, ...rest };
}

const customers: readonly Customer[] = [
  {
    name: "Bäckerei Großmann & Söhne KG",
    currency: "EUR",
    contactName: "Käthe Großmann",
    phone: "+49 40 5550 0101",
    address: address("Speicherstraße 4", "Hamburg", { postalCode: "20457", countryCode: "DE" }),
  },
  {
    name: "Lumière & Fils S.A.R.L.",
    currency: "EUR",
    contactName: "Zoé Lefèvre",
    phone: null,
    address: address("12 rue de la Préfecture", "Besançon", {
      postalCode: "25000",
      countryCode: "FR",
    }),
  },
  {
    name: "Golden Gate Robotics, Inc.",
    currency: "USD",
    contactName: "Dana O’Neill",
    phone: "+1 415 555 0137",
    address: address("500 Howard Street", "San Francisco", {
      line2: "Floor 9",
      region: "CA",
      postalCode: "94105",
      countryCode: "US",
    }),
  },
  { name: "Exportadora Nuñez", currency: "USD", contactName: null, phone: null, address: null },
  {
    name: "株式会社さくら電機",
    currency: "JPY",
    contactName: "山本 陽子",
    phone: "+81 3-5550-0142",
    address: address("日本橋一丁目2-3", "中央区", {
      region: "東京都",
      postalCode: "103-0027",
      countryCode: "JP",
    }),
  },
  {
    name: "有限会社みなと水産",
    currency: "JPY",
    contactName: "小林 海斗",
    phone: null,
    address: address("港町5-6", "横浜市", {
      region: "神奈川県",
      postalCode: "231-0017",
      countryCode: "JP",
    }),
  },
  {
    name: "شركة الخليج للتجارة",
    currency: "KWD",
    contactName: "فاطمة العلي",
    phone: "+965 2555 0199",
    address: address("شارع فهد السالم", "مدينة الكويت", {
      postalCode: "13001",
      countryCode: "KW",
    }),
  },
  {
    name: "Kuwait Pearl Trading W.L.L.",
    currency: "KWD",
    contactName: "Yousef Al-Sabah",
    phone: null,
    address: address("Al Soor Street 8", "Kuwait City", { countryCode: "KW" }),
  },
];
