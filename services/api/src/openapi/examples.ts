const shipment = {
  id: "7f3f7c0e-6a0b-4b60-9c3e-1a5d9f0f4a11",
  shipmentNumber: "SH-10482",
  status: "in_transit",
  mode: "ltl",
  originCity: "Rotterdam",
  destCity: "Łódź",
  pickupScheduledAt: "2026-03-02T08:00:00.000Z",
  deliveryScheduledAt: "2026-03-05T16:00:00.000Z",
  createdAt: "2026-02-27T14:21:09.512Z",
};

const events = [
  {
    eventType: "departure",
    status: "in_transit",
    city: "Venlo",
    eventAt: "2026-03-03T02:40:00.000Z",
  },
  {
    eventType: "pickup",
    status: "picked_up",
    city: "Rotterdam",
    eventAt: "2026-03-02T09:12:00.000Z",
  },
];

const { id: _id, createdAt: _createdAt, ...publicFields } = shipment;

/** Answers that the schemas accept (a test holds them to it). */
export const examples = {
  shipments: [shipment],
  shipment: { ...shipment, tracking: events },
  publicTracking: {
    ...publicFields,
    events: events.map((event, index) => ({
      ...event,
      description: index === 0 ? "Left the Venlo hub on trailer 7" : null,
    })),
  },
  customers: [
    {
      id: "0d1c6a2f-58b0-4b0c-8d0e-52d1b7a0c9e4",
      customerNumber: "C-0042",
      name: "Nordwind Möbel GmbH",
      status: "active",
      contactName: "Jana Weiß",
      email: "jana.weiss@example.com",
      phone: null,
      billingAddress: {
        line1: "Hafenstraße 12",
        line2: null,
        city: "Hamburg",
        region: null,
        postalCode: "20457",
        countryCode: "DE",
      },
      currency: "EUR",
      paymentTermsDays: 30,
      taxId: null,
      externalReference: null,
      createdAt: "2026-01-12T10:00:00.000Z",
      updatedAt: "2026-01-12T10:00:00.000Z",
    },
  ],
  invoices: [
    {
      id: "b8a4a1de-4a35-4a86-9d34-3d9c1f0b6f70",
      invoiceNumber: "INV-2026-0007",
      status: "issued",
      overdue: false,
      customerId: "0d1c6a2f-58b0-4b0c-8d0e-52d1b7a0c9e4",
      customerName: "Nordwind Möbel GmbH",
      shipmentId: shipment.id,
      shipmentNumber: shipment.shipmentNumber,
      currency: "EUR",
      subtotalMinor: 48_000,
      taxMinor: 9_120,
      totalMinor: 57_120,
      amountPaidMinor: 0,
      balanceMinor: 57_120,
      lineItems: [
        {
          chargeCode: "freight",
          description: "Rotterdam to Łódź",
          quantity: "1",
          unitAmountMinor: 48_000,
          amountMinor: 48_000,
        },
        {
          chargeCode: "tax",
          description: "VAT 19 %",
          quantity: "1",
          unitAmountMinor: 9_120,
          amountMinor: 9_120,
        },
      ],
      issueDate: "2026-03-06",
      dueDate: "2026-04-05",
      issuedAt: "2026-03-06T09:00:00.000Z",
      paidAt: null,
      voidedAt: null,
      createdAt: "2026-03-06T08:55:00.000Z",
      updatedAt: "2026-03-06T09:00:00.000Z",
    },
  ],
} as const;
