-- Up Migration

-- Which log this is. A log restored from a backup goes on with positions that were once other events: `tracking restored` gives it a new id, by which
-- records of the lost future in a Kafka topic are told apart.
create table write.log_identity (
  -- one row
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid(),
  since timestamptz(3) not null default now()
);

insert into write.log_identity default values;

-- What of the log is in Kafka. A row says nothing of another topic or of another log than it names: publishing then starts at 0.
create table write.relay_positions (
  part smallint primary key references write.log_head (part),
  -- the last position that was acknowledged
  pos bigint not null default 0 check (pos >= 0),
  -- of the lease under which the row was written last
  epoch bigint not null default 0,
  topic text not null,
  log_id uuid not null,
  -- of the last acknowledged record; null: none yet. An end of the partition at or below it means that the brokers lost records.
  topic_offset bigint check (topic_offset >= 0),
  published_at timestamptz(3)
) with (fillfactor = 50);

grant usage on schema write to tracking_relay, tracking_webhooks;
grant select on write.event_log, write.log_head to tracking_relay, tracking_webhooks;
grant select, insert, update, delete on write.log_members, write.log_leases to tracking_relay, tracking_webhooks;
grant select on write.log_identity to tracking_relay, tracking_projector, tracking_webhooks;
grant select, insert, update on write.relay_positions to tracking_relay;
