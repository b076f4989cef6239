-- Up Migration

-- A generation of the read tables is a schema: `read` is the live one, whatever built it. A rebuild runs these files under another
-- schema's name (docs/decisions/0012), so they name the tables with their schema and nothing else that is not safe to run twice.
drop table read.generations;

delete from read.positions where positions.generation <> 1;
delete from read.parked_streams where parked_streams.generation <> 1;
alter table read.positions
  drop column generation,
  add constraint positions_pkey primary key (consumer, part);
alter table read.parked_streams
  drop column generation,
  add constraint parked_streams_pkey primary key (consumer, stream_id);

-- Stays where it is when generations are switched.
create schema if not exists rebuild;

-- What became of each generation. Their contents are in the schemas read (live), read_previous (previous) and read_next (filling).
create table if not exists rebuild.generations (
  generation bigint generated always as identity primary key,
  state text not null check (state in ('filling', 'live', 'previous', 'dropped', 'failed')),
  -- files of this set that its tables were made by, in order; null before this table existed
  migrations text[],
  started_at timestamptz(3) not null default now(),
  events bigint,
  -- over all rows, as the fold of the log at the heads of its parts then demands them
  digest text,
  verified_at timestamptz(3),
  switched_at timestamptz(3),
  ended_at timestamptz(3),
  error text
);
insert into rebuild.generations (state)
select 'live'
where not exists (select from rebuild.generations);

grant usage on schema rebuild to tracking_projector, tracking_web;
grant select on rebuild.generations to tracking_projector, tracking_web;
