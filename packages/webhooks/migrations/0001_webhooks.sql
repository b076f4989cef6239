-- Up Migration
create schema if not exists hooks;

-- Ingest's position in the log, per part.
create table hooks.positions (
  part smallint primary key check (part between 0 and 63),
  pos bigint not null default 0,
  epoch bigint not null default 0,
  applied_at timestamptz(3) not null default now()
);

create table hooks.parked_streams (
  stream_id uuid primary key,
  tenant_id uuid,
  part smallint not null,
  pos bigint not null,
  event_id text,
  event_type text,
  error text not null,
  parked_at timestamptz(3) not null default now()
);

-- What a message says of a shipment and its event does not.
create table hooks.shipments (
  id uuid primary key,
  tenant_id uuid not null,
  version integer not null,
  number text not null,
  mode text not null,
  status text not null,
  origin_city text,
  dest_city text,
  pickup_scheduled_at timestamptz(3),
  delivery_scheduled_at timestamptz(3)
) with (fillfactor = 80);

create table hooks.endpoints (
  id uuid primary key,
  tenant_id uuid not null,
  url text not null check (length(url) <= 2048),
  description text,
  -- empty: every type
  event_types text[] not null default '{}',
  ordering text not null check (ordering in ('ordered', 'latest')),
  -- sealed JSON object of the endpoint's own headers (they often carry credentials); null: none
  headers_key_id text,
  headers_ciphertext bytea,
  secret_key_id text not null,
  secret_ciphertext bytea not null,
  -- signs beside the newer one until then
  previous_secret_key_id text,
  previous_secret_ciphertext bytea,
  previous_secret_until timestamptz(3),
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  state_reason text check (state_reason in ('manual', 'gone', 'failing', 'unsafe_target')),
  state_changed_at timestamptz(3) not null default now(),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  deleted_at timestamptz(3)
);
create index endpoints_newest on hooks.endpoints (tenant_id, created_at desc, id desc) where deleted_at is null;

-- What the workers know of an endpoint, shared by all of them. Its row is locked first by whoever adds, claims or completes
-- deliveries of the endpoint: that is what keeps lanes, slots and the breaker right.
create table hooks.endpoint_health (
  endpoint_id uuid primary key references hooks.endpoints (id) on delete cascade,
  tenant_id uuid not null,
  -- when a worker should look at the endpoint again: the earliest due delivery or end of a lease, not before a pause or an open
  -- breaker ends; infinity: nothing is waiting. In the past: its place in the line, the longest since its last turn first
  next_look_at timestamptz not null default 'infinity',
  last_claimed_at timestamptz not null default '-infinity',
  breaker text not null default 'closed' check (breaker in ('closed', 'open', 'half_open')),
  failures_in_row integer not null default 0,
  -- times in a row that the breaker opened: the wait grows with it
  opened_times integer not null default 0,
  retry_at timestamptz,
  -- slots while ramping up after the breaker closed; null: all
  ramp_slots smallint,
  -- by Retry-After
  paused_until timestamptz,
  failing_since timestamptz,
  failing_attempts integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  delivered_total bigint not null default 0,
  failed_attempts_total bigint not null default 0
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0
);
create index endpoint_health_next on hooks.endpoint_health (next_look_at) where next_look_at < 'infinity';

create table hooks.messages (
  -- the webhook-id, the same on every attempt and every replay
  id uuid not null,
  created_at timestamptz(3) not null,
  tenant_id uuid not null,
  -- null for a test message
  shipment_id uuid,
  sequence integer not null,
  event_type text not null,
  -- sent as it is, never serialised again
  body bytea not null check (length(body) <= 4096),
  recorded_at timestamptz(3) not null,
  primary key (id, created_at)
) partition by range (created_at);
create index messages_of_tenant on hooks.messages (tenant_id, created_at, id);

-- The queue: open deliveries only. A finished one moves to finished_deliveries.
create table hooks.deliveries (
  id uuid primary key,
  endpoint_id uuid not null,
  tenant_id uuid not null,
  message_id uuid not null,
  message_created_at timestamptz(3) not null,
  -- the lane; null for a test message
  shipment_id uuid,
  sequence integer not null,
  kind text not null check (kind in ('event', 'test', 'replay')),
  -- -1 test, 0 live, 1 recovered: behind live traffic
  priority smallint not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- an earlier open delivery of its lane holds it
  blocked boolean not null default false,
  -- holds its successors in the lane; given up after 6 attempts or 45 minutes
  holds boolean not null default true,
  claim_id uuid,
  leased_until timestamptz,
  created_at timestamptz(3) not null default now(),
  first_attempt_at timestamptz,
  -- the endpoint last: this must not look like an index of what an endpoint has
  constraint deliveries_once unique (message_id, endpoint_id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0
);
create index deliveries_lane on hooks.deliveries (endpoint_id, shipment_id, sequence);
create index deliveries_due on hooks.deliveries (endpoint_id, priority, due_at) where not blocked and claim_id is null;
create index deliveries_leased on hooks.deliveries (endpoint_id, leased_until) where claim_id is not null;

create table hooks.finished_deliveries (
  id uuid not null,
  finished_at timestamptz(3) not null,
  endpoint_id uuid not null,
  tenant_id uuid not null,
  message_id uuid not null,
  message_created_at timestamptz(3) not null,
  shipment_id uuid,
  sequence integer not null,
  kind text not null,
  attempts integer not null,
  created_at timestamptz(3) not null,
  state text not null check (state in ('delivered', 'dead', 'superseded', 'cancelled')),
  -- why it is not delivered, for people
  reason text,
  primary key (id, finished_at)
) partition by range (finished_at);
create index finished_of_endpoint on hooks.finished_deliveries (endpoint_id, created_at desc, id desc);
-- few as a rule: who looks for them must not read through all that was delivered
create index finished_undelivered on hooks.finished_deliveries (endpoint_id, created_at desc, id desc) where state <> 'delivered';

create table hooks.attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz(3) not null,
  tenant_id uuid not null,
  endpoint_id uuid not null,
  claim_id uuid not null,
  -- null: under way, or its worker died before it could say
  finished_at timestamptz(3),
  outcome text,
  status integer,
  error_class text,
  hint text,
  -- milliseconds per phase, JSON
  phases json,
  excerpt bytea,
  quick_retries smallint not null default 0,
  primary key (delivery_id, number, started_at)
) partition by range (started_at);
create index attempts_of_endpoint on hooks.attempts (endpoint_id, started_at desc);

-- Days of the three tables that are kept by day. Run with the owner's rights, since the worker's role makes no tables.
create function hooks.make_partitions(from_day date, to_day date) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  parent text;
  day date;
begin
  if to_day - from_day > 60 then
    raise exception 'at most 60 days at once';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('hooks.partitions', 0));
  foreach parent in array array['messages', 'finished_deliveries', 'attempts'] loop
    day := from_day;
    while day <= to_day loop
      execute format(
        'create table if not exists hooks.%I partition of hooks.%I for values from (%L) to (%L) with (fillfactor = %s)',
        parent || '_' || to_char(day, 'YYYYMMDD'), parent,
        to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00', to_char(day + 1, 'YYYY-MM-DD') || ' 00:00:00+00',
        -- each attempt is completed once: its page has room for that
        case parent when 'attempts' then 60 else 100 end);
      day := day + 1;
    end loop;
  end loop;
end $$;

-- Drops the days before `before_day`; returns the names of the dropped tables.
create function hooks.drop_partitions(before_day date) returns setof text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  old text;
begin
  perform pg_advisory_xact_lock(hashtextextended('hooks.partitions', 0));
  for old in
    select child.relname
    from pg_inherits
    join pg_class as child on child.oid = pg_inherits.inhrelid
    join pg_class as parent on parent.oid = pg_inherits.inhparent
    join pg_namespace on pg_namespace.oid = parent.relnamespace
    where pg_namespace.nspname = 'hooks'
      and parent.relname in ('messages', 'finished_deliveries', 'attempts')
      and right(child.relname, 8) ~ '^[0-9]{8}$'
      and right(child.relname, 8) < to_char(before_day, 'YYYYMMDD')
    order by child.relname
  loop
    execute format('drop table hooks.%I', old);
    return next old;
  end loop;
end $$;

revoke all on function hooks.make_partitions(date, date), hooks.drop_partitions(date) from public;
grant execute on function hooks.make_partitions(date, date), hooks.drop_partitions(date) to tracking_webhooks;
grant execute on function hooks.make_partitions(date, date) to tracking_web;

select hooks.make_partitions((now() at time zone 'utc')::date - 1, (now() at time zone 'utc')::date + 7);

grant usage on schema hooks to tracking_web, tracking_webhooks;
grant select, insert, update, delete on all tables in schema hooks to tracking_webhooks;
grant select on all tables in schema hooks to tracking_web;
grant insert, update on hooks.endpoints, hooks.endpoint_health to tracking_web;
grant insert, update, delete on hooks.deliveries to tracking_web;
grant insert on hooks.messages, hooks.finished_deliveries to tracking_web;
