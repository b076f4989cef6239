-- Up Migration

-- Rows per tenant and status, as for shipments: an offset beyond the end is answered without scanning.
create table read.customer_counts (
  tenant_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (tenant_id, status)
);
create table read.invoice_counts (
  tenant_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (tenant_id, status)
);
insert into read.customer_counts (tenant_id, status, n)
select customers.tenant_id, customers.status, count(*)
from read.customers
group by customers.tenant_id, customers.status;
insert into read.invoice_counts (tenant_id, status, n)
select invoices.tenant_id, invoices.status, count(*)
from read.invoices
group by invoices.tenant_id, invoices.status;

alter table read.customers
  add constraint customers_created_at_check
  check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z');

-- The text in doc is that of an invoice that is not overdue. Once the UTC day is past this date the list says that it is: nothing is
-- written when a day ends. Null while nothing is owed (draft, paid, void, uncollectible) or no due date is set.
alter table read.invoices
  add column overdue_after date,
  add constraint invoices_created_at_check
  check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z');

grant select, insert, update, delete on read.customer_counts, read.invoice_counts to tracking_projector;
grant select on read.customer_counts, read.invoice_counts to tracking_api;
