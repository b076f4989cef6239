-- Up Migration
create schema if not exists read;

-- How far a consumer has applied a part; advanced by compare-and-set in the transaction of its effects.
create table read.positions (
  consumer text not null,
  generation integer not null,
  part smallint not null check (part between 0 and 63),
  pos bigint not null default 0,
  epoch bigint not null default 0,
  applied_at timestamptz(3) not null default now(),
  primary key (consumer, generation, part)
);

create table read.tenants (
  tenant_id uuid primary key,
  active boolean not null,
  -- bumped in the transaction of every change of the tenant's rows: equal versions mean equal answers
  version bigint not null default 0,
  stream_version integer not null
);

create table read.api_keys (
  key_hash bytea primary key check (length(key_hash) = 32),
  tenant_id uuid not null,
  key_id uuid not null unique,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  stream_version integer not null
);

-- The list item is kept as the finished JSON text of the answer.
create table read.shipments (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z'),
  status text not null,
  version integer not null,
  doc text not null,
  primary key (tenant_id, id)
);
create index shipments_newest on read.shipments (tenant_id, created_at desc, id desc);
create index shipments_newest_of_status on read.shipments (tenant_id, status, created_at desc, id desc);

-- One row a shipment beside the list's row, so that a long timeline never slows the list.
create table read.shipment_timelines (
  tenant_id uuid not null,
  shipment_id uuid not null,
  version integer not null,
  -- what the projection needs to apply the next event: entries with their ids (JSON text)
  entries text not null,
  -- finished answer of GET /v1/shipments/:id
  doc text not null,
  token_hash bytea unique,
  primary key (tenant_id, shipment_id)
);

-- The public view holds the public answer and nothing else.
create table read.public_tracking (
  token_hash bytea primary key check (length(token_hash) = 32),
  doc text not null
);

-- Rows per tenant and status: an offset beyond the end is answered without scanning.
create table read.shipment_counts (
  tenant_id uuid not null,
  status text not null,
  n bigint not null,
  primary key (tenant_id, status)
);

-- Customers and invoices are listed by the same rules as shipments.
create table read.customers (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  status text not null,
  version integer not null,
  doc text not null,
  primary key (tenant_id, id)
);
create index customers_newest on read.customers (tenant_id, created_at desc, id desc);
create index customers_newest_of_status on read.customers (tenant_id, status, created_at desc, id desc);

create table read.invoices (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  status text not null,
  version integer not null,
  doc text not null,
  primary key (tenant_id, id)
);
create index invoices_newest on read.invoices (tenant_id, created_at desc, id desc);
create index invoices_newest_of_status on read.invoices (tenant_id, status, created_at desc, id desc);

-- A stream whose event could not be applied: its later events wait here, everything else flows.
create table read.parked_streams (
  consumer text not null,
  generation integer not null,
  stream_id uuid not null,
  tenant_id uuid,
  part smallint not null,
  pos bigint not null,
  event_id text,
  event_type text,
  error text not null,
  parked_at timestamptz(3) not null default now(),
  primary key (consumer, generation, stream_id)
);

-- One switch point for rebuilds: which generation the API reads.
create table read.generations (
  generation integer primary key,
  live boolean not null,
  created_at timestamptz(3) not null default now()
);
create unique index generations_one_live on read.generations (live) where live;
insert into read.generations (generation, live) values (1, true);

grant usage on schema read to tracking_projector, tracking_api, tracking_web;
grant select, insert, update, delete on all tables in schema read to tracking_projector;
grant select on all tables in schema read to tracking_api;
-- the web application waits for its own writes to become visible
grant select on read.positions, read.generations to tracking_web;
