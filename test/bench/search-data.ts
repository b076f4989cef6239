import type { Pool } from "@shipment-tracking/postgres";

/**
 * A tenant with shipments of two years: one city has a fifth of them, 500 others share the rest; 30 carriers, 1,000 customers, 0.5 % by
 * rail; 70 % delivered (all of one carrier's), 1 % on an exception, 0.6 % overdue. Nearly 300 are to be picked up, and as many
 * delivered, on each day of two years.
 */
export async function fillShipments(admin: Pool, tenantId: string, count: number): Promise<void> {
  await admin.query({ text: insertCustomers, values: [tenantId] });
  await admin.query({ text: insertShipments, values: [tenantId, count] });
  await admin.query({ text: insertFacts, values: [tenantId] });
}

const insertCustomers = `
  insert into write.customers (id, tenant_id, version, customer_number, name, status, details, created_at, updated_at)
  select md5($1 || 'customer' || n)::uuid, $1::uuid, 1, 'C-' || n, 'Käufer ' || md5('name' || n) || ' AG', 'active', '{}',
    timestamptz '2024-01-01Z' + n * interval '1 hour', now()
  from generate_series(1, 1000) as n`;

const insertShipments = `
  insert into write.shipments (
    id, tenant_id, part, version, shipment_number, status, fold_status, moved, back, cancelled, details, created_at, updated_at,
    last_event_at
  )
  select gen_random_uuid(), $1::uuid, 0, 1, 'SHP-' || lpad(n::text, 6, '0'), made.status, made.status, true, false, false,
    json_build_object(
      'shipmentNumber', 'SHP-' || lpad(n::text, 6, '0'),
      'mode', case when n % 200 = 0 then 'rail' when n % 3 = 0 then 'ltl' else 'ftl' end,
      'customerId', md5($1 || 'customer' || (1 + n % 1000))::uuid,
      'carrierName', 'Carrier' || (n % 30) || ' Freight',
      'references', json_build_array(json_build_object('type', 'po', 'value', 'PO-' || (900000 + n))),
      'origin', json_build_object('city', made.origin, 'countryCode', 'NL', 'addressLine1', 'Quay 1', 'postalCode', '3011', 'timeZone', null),
      'destination', json_build_object('city', 'Zürich-' || md5('dest' || n % 500), 'countryCode', 'CH', 'addressLine1', null, 'postalCode', null, 'timeZone', null),
      'pickupScheduledAt', to_char(made.due_at - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
      'deliveryScheduledAt', to_char(made.due_at, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
      'internalNotes', null
    ),
    timestamptz '2024-01-01Z' + n * interval '5 minutes',
    timestamptz '2024-01-01Z' + (n + abs(hashint4(n)) % 20000) * interval '5 minutes',
    timestamptz '2024-01-01Z' + n * interval '5 minutes'
  from generate_series(1, $2::int) as n
  cross join lateral (
    select case
        when n % 30 = 29 then 'delivered'
        when abs(hashint4(n + 1)) % 100 < 70 then 'delivered'
        when abs(hashint4(n + 1)) % 100 = 70 then 'exception'
        when abs(hashint4(n + 1)) % 100 < 81 then 'in_transit'
        else 'pickup_scheduled'
      end as status,
      case
        when random() < 0.98 then timestamptz '2100-01-01Z' + n * interval '5 minutes'
        else timestamptz '2026-01-01Z'
      end as due_at,
      case when abs(hashint4(n)) % 5 = 0 then 'Rotterdam' else 'City' || abs(hashint4(n)) % 500 end as origin
  ) as made`;

const insertFacts = `
  insert into write.shipment_facts (
    shipment_id, event_id, event_at, recorded_version, kind, event_type, city, after_status, after_moved, after_back, recorded_at
  )
  select shipments.id, gen_random_uuid(), shipments.created_at, 1, 'scan', 'departure', 'Bern', shipments.status, true, false, now()
  from write.shipments
  where shipments.tenant_id = $1`;

interface SearchForm {
  readonly name: string;
  /** Varies with the run, so that no answer is the last one again. */
  query(run: number): Record<string, string>;
  /** Default `/api/shipments`. */
  readonly path?: string;
  /** Its plan is printed. */
  readonly explain?: boolean;
}

/** Days from a day of the first ones on. */
function span(run: number, days: number): Record<string, string> {
  const from = Date.parse("2100-06-01T00:00:00Z") + run * 86_400_000;
  return {
    scheduledFrom: new Date(from).toISOString(),
    scheduledTo: new Date(from + days * 86_400_000).toISOString(),
  };
}

const number = (n: number): string => `SHP-${String(1 + ((n * 7919) % 200_000)).padStart(6, "0")}`;
const farBack = Buffer.from(
  JSON.stringify(["shipments", "2024-06-01T00:00:00.000Z", "ffffffff-ffff-ffff-ffff-ffffffffffff"]),
).toString("base64url");

const farBackByDelivery = Buffer.from(
  JSON.stringify([
    "shipments by delivery",
    "2101-01-01T00:00:00.000Z",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ]),
).toString("base64url");

const texts: readonly SearchForm[] = [
  { name: "no text", query: () => ({}) },
  { name: "one number", query: (run) => ({ q: number(run) }), explain: true },
  {
    name: "50 pasted numbers",
    query: (run) => ({
      q: Array.from({ length: 50 }, (_, index) => number(run * 50 + index)).join("\n"),
    }),
  },
  {
    name: "rare: beginning of a reference (10)",
    query: (run) => ({ q: `po 9${String(10_000 + run * 37)}` }),
  },
  { name: "city of 0.16 %", query: (run) => ({ q: `city${String(100 + run)}` }), explain: true },
  { name: "city of 20 %", query: () => ({ q: "rotterdám" }), explain: true },
  { name: "beginning of everything", query: () => ({ q: "z" }) },
  { name: "no hit", query: (run) => ({ q: `nowhere${String(run)}` }), explain: true },
  { name: "carrier of 3.3 %", query: (run) => ({ q: `carrier${String(run % 30)}` }) },
  { name: "two words, both frequent", query: () => ({ q: "rotterdam zurich" }) },
  {
    name: "two words, 20 % and 3.3 %",
    query: (run) => ({ q: `rotterdam carrier${String(run % 30)}` }),
  },
  {
    name: "two words, frequent and rare",
    query: (run) => ({ q: `rotterdam 9${String(10_000 + run * 37)}` }),
    explain: true,
  },
  {
    name: "two words, frequent, never together",
    query: (run) => ({ q: `rotterdam city${String(100 + run)}` }),
    explain: true,
  },
  { name: "customer's name (0.1 %)", query: () => ({ q: "käufer 1a" }) },
];

const filters: readonly [string, Record<string, string>][] = [
  ["", {}],
  [", status of 70 %", { status: "delivered" }],
  [", status of 1 %", { status: "exception" }],
  [", status of none", { status: "customs_hold" }],
];

const troubled = { status: "exception,customs_hold,attempt_failed" };
const undelivered =
  "draft,pickup_scheduled,picked_up,in_transit,customs_hold,out_for_delivery,attempt_failed,exception";

/** Every order, of everything and of what is filtered; and far back, where there is no end to start from. */
const orderForms: readonly SearchForm[] = [
  ...["created", "updated", "number", "status", "pickup", "delivery", "lastEvent"].flatMap((name) =>
    [name, `-${name}`].flatMap((sort): readonly SearchForm[] => [
      {
        name: `order ${sort}`,
        query: () => ({ sort, limit: "100" }),
        explain: sort === "-delivery",
      },
      {
        name: `order ${sort}, status of 70 %`,
        query: () => ({ sort, status: "delivered", limit: "100" }),
      },
      { name: `order ${sort}, late`, query: () => ({ sort, late: "true", limit: "100" }) },
      {
        name: `order ${sort}, a day`,
        query: (run) => ({ sort, ...span(run, 1), limit: "100" }),
      },
      {
        name: `order ${sort}, city of 20 %`,
        query: () => ({ sort, q: "rotterdam", limit: "100" }),
      },
      {
        name: `order ${sort}, city of 0.16 %`,
        query: (run) => ({ sort, q: `city${String(100 + run)}`, limit: "100" }),
        explain: sort === "delivery",
      },
      { name: `order ${sort}, mode of 0.5 %`, query: () => ({ sort, mode: "rail", limit: "100" }) },
    ]),
  ),
  {
    name: "order delivery, page far back",
    query: () => ({ sort: "delivery", cursor: farBackByDelivery }),
    explain: true,
  },
];

/** Every form of text with every filter by status, then the other filters and the orders. */
export const searchForms: readonly SearchForm[] = [
  ...filters.flatMap(([suffix, filter]) =>
    texts.map((form) => ({
      ...form,
      name: form.name + suffix,
      query: (run: number) => ({ ...form.query(run), ...filter }),
      explain: form.explain === true && suffix === "",
    })),
  ),
  {
    name: "carrier of 3.3 % that never has the status of 10 %",
    query: () => ({ q: "carrier29", status: "in_transit" }),
    explain: true,
  },
  { name: "mode of 0.5 %", query: () => ({ mode: "rail" }) },
  { name: "late (0.6 %)", query: () => ({ late: "true" }), explain: true },
  { name: "late, city of 20 %", query: () => ({ late: "true", q: "rotterdam" }), explain: true },
  {
    name: "late, city of 0.16 %",
    query: (run) => ({ late: "true", q: `city${String(100 + run)}` }),
  },
  {
    name: "one customer (0.1 %), page far back",
    query: () => ({ q: "käufer 1a", cursor: farBack }),
  },
  { name: "city of 20 %, page far back", query: () => ({ q: "rotterdam", cursor: farBack }) },
  { name: "view: late", query: () => ({ late: "true", limit: "100" }) },
  {
    name: "view: three statuses (1 %)",
    query: () => ({ ...troubled, limit: "100" }),
    explain: true,
  },
  {
    name: "view: a day (0.3 %)",
    query: (run) => ({ ...span(run, 1), limit: "100" }),
    explain: true,
  },
  { name: "a day, three statuses", query: (run) => ({ ...span(run, 1), ...troubled }) },
  { name: "a day, city of 20 %", query: (run) => ({ ...span(run, 1), q: "rotterdam" }) },
  { name: "a day, page far back", query: (run) => ({ ...span(run, 1), cursor: farBack }) },
  { name: "31 days (9 %)", query: (run) => ({ ...span(run, 31) }), explain: true },
  { name: "31 days, city of 20 %", query: (run) => ({ ...span(run, 31), q: "rotterdam" }) },
  { name: "three statuses, late", query: () => ({ ...troubled, late: "true" }) },
  { name: "three statuses, city of 20 %", query: () => ({ ...troubled, q: "rotterdam" }) },
  {
    name: "three statuses, city of 0.16 %",
    query: (run) => ({ ...troubled, q: `city${String(100 + run)}` }),
  },
  { name: "all statuses but delivered", query: () => ({ status: undelivered }) },
  {
    name: "all statuses but delivered, a word",
    query: () => ({ status: undelivered, q: "city7" }),
  },
  ...orderForms,
  {
    name: "counts",
    path: "/api/shipments/counts",
    query: (run) => span(run, 1),
    explain: true,
  },
];
