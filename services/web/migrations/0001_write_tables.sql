-- Up Migration
create schema if not exists write;

create table write.tenants (
  id uuid primary key,
  name text not null,
  active boolean not null default true,
  version integer not null,
  created_at timestamptz(3) not null
);

create table write.users (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  email text not null,
  name text not null,
  role text not null check (role in ('viewer', 'dispatcher', 'billing', 'admin')),
  password_hash text,
  active boolean not null default true,
  created_at timestamptz(3) not null
);
create unique index users_email on write.users (lower(email));
create index users_of_tenant on write.users (tenant_id);

create table write.sessions (
  -- SHA-256 of the cookie's value
  id_hash bytea primary key check (length(id_hash) = 32),
  user_id uuid not null references write.users (id),
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- the absolute end; the idle end follows from last_seen_at
  expires_at timestamptz(3) not null
);
create index sessions_of_user on write.sessions (user_id);
create index sessions_by_end on write.sessions (expires_at);

-- Last state of each shipment: what a command loads instead of folding the whole stream.
create table write.shipments (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  part smallint not null check (part between 0 and 63),
  version integer not null,
  shipment_number text not null,
  -- current status (the overlay of a cancellation included)
  status text not null,
  -- the fold after the newest fact
  fold_status text not null,
  moved boolean not null,
  back boolean not null,
  cancelled boolean not null default false,
  -- ShipmentDetails as JSON
  details json not null,
  created_at timestamptz(3) not null check (created_at >= '1970-01-01Z' and created_at < '10000-01-01Z'),
  updated_at timestamptz(3) not null,
  constraint shipments_number_key unique (tenant_id, shipment_number)
);

create table write.shipment_facts (
  shipment_id uuid not null references write.shipments (id),
  event_id uuid not null,
  event_at timestamptz(3) not null check (event_at >= '1970-01-01Z' and event_at < '10000-01-01Z'),
  recorded_version integer not null,
  kind text not null check (kind in ('scan', 'return_started')),
  event_type text not null,
  city text not null,
  description text,
  internal_note text,
  external_id text,
  -- the fold after this fact; meaningless once voided
  after_status text not null,
  after_moved boolean not null,
  after_back boolean not null,
  recorded_at timestamptz(3) not null,
  voided_at timestamptz(3),
  void_reason text,
  primary key (shipment_id, event_id)
);
create index shipment_facts_in_fold_order on write.shipment_facts (shipment_id, event_at, recorded_version) where voided_at is null;
create index shipment_facts_external_id on write.shipment_facts (shipment_id, external_id) where external_id is not null;

-- One token a shipment, for ever. The hash finds it, the ciphertext returns it.
create table write.tracking_tokens (
  shipment_id uuid primary key references write.shipments (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  token_ciphertext bytea not null,
  key_id text not null,
  -- log position of shipment.shared: the link works once the read model has applied it
  part smallint not null,
  pos bigint not null,
  created_at timestamptz(3) not null
);

create table write.counters (
  tenant_id uuid not null references write.tenants (id),
  name text not null,
  last_value bigint not null,
  primary key (tenant_id, name)
);

create table write.api_keys (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  version integer not null,
  key_hash bytea not null unique check (length(key_hash) = 32),
  name text not null,
  prefix text not null,
  last_four text not null,
  created_by uuid references write.users (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_of_tenant on write.api_keys (tenant_id, created_at desc);

create table write.idempotency_keys (
  tenant_id uuid not null,
  key text not null,
  -- SHA-256 of method, path and body
  request_hash bytea not null,
  status smallint,
  -- the answer, encrypted: it can hold a key that is shown once
  answer_ciphertext bytea,
  key_id text,
  created_at timestamptz(3) not null,
  primary key (tenant_id, key)
);
create index idempotency_keys_by_age on write.idempotency_keys (created_at);

create table write.imports (
  id uuid primary key,
  tenant_id uuid not null references write.tenants (id),
  kind text not null check (kind in ('shipments', 'events')),
  state text not null check (state in ('receiving', 'running', 'done', 'failed')),
  error text,
  created_by uuid references write.users (id),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  total integer not null default 0,
  processed integer not null default 0,
  accepted integer not null default 0,
  duplicates integer not null default 0,
  worker_id uuid,
  lease_until timestamptz(3)
);
create index imports_open on write.imports (created_at) where state = 'running';
create index imports_of_tenant on write.imports (tenant_id, created_at desc);

create table write.import_chunks (
  import_id uuid not null references write.imports (id) on delete cascade,
  seq integer not null,
  bytes bytea not null,
  primary key (import_id, seq)
);

create table write.import_rejections (
  import_id uuid not null references write.imports (id) on delete cascade,
  line integer not null,
  error text not null,
  primary key (import_id, line)
);

-- A data directory with other keys must not be put before this database: its tokens could not be read.
create table write.encryption_keys (
  key_id text primary key,
  fingerprint bytea not null,
  created_at timestamptz(3) not null default now()
);

grant usage on schema write to tracking_web;
grant select, insert, update, delete on
  write.tenants, write.users, write.sessions, write.shipments, write.shipment_facts, write.tracking_tokens, write.counters,
  write.api_keys, write.idempotency_keys, write.imports, write.import_chunks, write.import_rejections, write.encryption_keys
  to tracking_web;

-- The only thing the read API may write, by a connection of its own: when a key was last used.
create schema if not exists usage;
create table usage.api_key_uses (
  key_id uuid primary key,
  last_used_at timestamptz(3) not null
);
grant usage on schema usage to tracking_usage, tracking_web;
grant select, insert, update on usage.api_key_uses to tracking_usage;
grant select on usage.api_key_uses to tracking_web;
