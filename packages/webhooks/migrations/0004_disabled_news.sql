-- Up Migration

-- What the tenant is to be told: that a worker has disabled an endpoint. Written with the disabling, so that none is missed whoever is
-- down; the newest of an endpoint only. Not columns of hooks.endpoints: the ingest takes share locks there, and whoever tells people changes
-- its row several times.
create table hooks.disabled_news (
  endpoint_id uuid primary key references hooks.endpoints (id) on delete cascade,
  tenant_id uuid not null,
  -- the endpoint's state_changed_at: when it differs by now the news is old
  disabled_at timestamptz(3) not null,
  -- users who have been told
  told_to uuid[] not null default '{}',
  tries integer not null default 0,
  -- whoever tries moves it on: until then nobody else does
  next_try_at timestamptz not null default now(),
  -- everybody has been told, or there is nobody to tell
  told_at timestamptz(3)
);
create index disabled_news_untold on hooks.disabled_news (next_try_at) where told_at is null;

-- what was disabled before there was this table, as long as what waits for it is kept
insert into hooks.disabled_news (endpoint_id, tenant_id, disabled_at)
select endpoints.id, endpoints.tenant_id, endpoints.state_changed_at
from hooks.endpoints
where endpoints.state = 'disabled'
  and endpoints.deleted_at is null
  and endpoints.state_changed_at > now() - interval '7 days';

grant select, insert, update on hooks.disabled_news to tracking_webhooks;
grant select, update on hooks.disabled_news to tracking_web;
