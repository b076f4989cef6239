-- Up Migration
create schema if not exists write;

create table write.log_head (
  part smallint primary key check (part between 0 and 63),
  pos bigint not null default 0 check (pos >= 0)
) with (fillfactor = 50);

insert into write.log_head (part)
select parts.part
from generate_series(0, 63) as parts (part);

-- Outbox and log at once: rows are inserted, never updated or deleted (no role has the right).
create table write.event_log (
  -- no foreign key: a position comes out of the part's row of log_head, and the check would cost as much as the insert
  part smallint not null check (part between 0 and 63),
  pos bigint not null check (pos > 0),
  id uuid not null,
  type text not null,
  schema_version smallint not null,
  tenant_id uuid not null,
  stream_id uuid not null,
  version integer not null check (version > 0),
  occurred_at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text,
  traceparent text,
  -- json, not jsonb: the payload is kept as it was written, and a poison payload must be storable to be parked
  data json not null,
  constraint event_log_pkey primary key (part, pos),
  constraint event_log_id_key unique (id),
  constraint event_log_stream_version_key unique (stream_id, version)
);

-- Who reads which part (Postgres engine): one owner a part, fenced by a growing epoch. A lease lasts as long as its member is
-- seen, so that staying alive is one row a second and not 64.
create table write.log_members (
  consumer text not null,
  member_id uuid not null,
  seen_at timestamptz not null,
  primary key (consumer, member_id)
) with (fillfactor = 50);

create table write.log_leases (
  consumer text not null,
  part smallint not null references write.log_head (part),
  -- null: free, as after its member's end
  member_id uuid,
  epoch bigint not null default 0,
  primary key (consumer, part),
  foreign key (consumer, member_id) references write.log_members on delete set null (member_id)
) with (fillfactor = 50);

grant usage on schema write to tracking_web, tracking_projector;
grant select, insert on write.event_log to tracking_web;
grant select, update on write.log_head to tracking_web;
grant select on write.event_log, write.log_head to tracking_projector;
grant select, insert, update, delete on write.log_members, write.log_leases to tracking_projector;
