-- Up Migration

-- A tenant's events, newest first. Events of one command, and of one batch of an import, share the time: the index keeps it once for all of them.
create index event_log_of_tenant on write.event_log (tenant_id, recorded_at);

-- What somebody asked for in the console: to try a parked stream again. The web application writes no read table, and the fold is not its own: the
-- consumer that parked the stream takes the request from here, does it, and deletes it.
create table write.unpark_requests (
  consumer text not null,
  stream_id uuid not null,
  tenant_id uuid not null,
  requested_at timestamptz(3) not null default now(),
  primary key (consumer, stream_id)
) with (fillfactor = 50);

grant select, insert on write.unpark_requests to tracking_web;
grant select, delete on write.unpark_requests to tracking_projector, tracking_webhooks;
-- who reads the log, and how far the brokers have it: for the console's page about the log
grant select on write.log_members, write.log_leases, write.log_identity, write.relay_positions to tracking_web;
