-- Up Migration

-- When the newest deliveries of each part became visible: a ring of 32 per part, written after the commit and beside it, so a delivery costs no
-- statement more and a crash loses the last moment's. Events from after_pos + 1 to pos were applied together.
create table read.applied_times (
  part smallint not null check (part between 0 and 63),
  slot smallint not null check (slot between 0 and 31),
  after_pos bigint not null,
  pos bigint not null,
  applied_at timestamptz(3) not null,
  primary key (part, slot)
) with (fillfactor = 50);

grant select, insert, update, delete on read.applied_times to tracking_projector;
-- for the console: how an event fared on its way, and what waits
grant select on read.applied_times, read.parked_streams to tracking_web;
