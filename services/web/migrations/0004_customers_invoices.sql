-- Up Migration
-- Last state of each customer: what a command loads instead of folding the stream.
create table write.customers (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  version integer not null,
  customer_number text not null,
  name text not null,
  status text not null check (status in ('active', 'inactive')),
  -- CustomerDetails as JSON
  details json not null,
  created_at timestamptz(3) not null check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z'),
  updated_at timestamptz(3) not null,
  constraint customers_number_key unique (tenant_id, customer_number)
);
create index customers_newest on write.customers (tenant_id, created_at desc, id desc);

-- Last state of each invoice. A deleted draft leaves no row: its number may be entered again, the log keeps what it was.
create table write.invoices (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  customer_id uuid not null references write.customers (id),
  shipment_id uuid references write.shipments (id),
  version integer not null,
  invoice_number text not null,
  status text not null check (status in ('draft', 'issued', 'partially_paid', 'paid', 'void', 'uncollectible')),
  balance_minor bigint not null,
  due_date date,
  -- InvoiceSnapshot as JSON
  state json not null,
  created_at timestamptz(3) not null check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z'),
  updated_at timestamptz(3) not null,
  constraint invoices_number_key unique (tenant_id, invoice_number)
);
create index invoices_newest on write.invoices (tenant_id, created_at desc, id desc);
create index invoices_of_customer on write.invoices (customer_id);
create index invoices_of_shipment on write.invoices (shipment_id) where shipment_id is not null;

-- Money received. A row is never changed: a reversal is a row of its own, with the amount negated, and there is at most one of each payment.
create table write.invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references write.invoices (id),
  amount_minor bigint not null check (amount_minor <> 0),
  paid_on date not null,
  reference text,
  reverses_payment_id uuid unique references write.invoice_payments (id),
  -- version of the invoice that recorded it
  recorded_version integer not null,
  recorded_at timestamptz(3) not null,
  check ((amount_minor < 0) = (reverses_payment_id is not null))
);
create index payments_of_invoice on write.invoice_payments (invoice_id, recorded_version);

grant select, insert, update on write.customers to tracking_web;
grant select, insert, update, delete on write.invoices to tracking_web;
grant select, insert on write.invoice_payments to tracking_web;
