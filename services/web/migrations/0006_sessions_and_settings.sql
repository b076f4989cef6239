-- Up Migration

-- What somebody recognises a session by; the id is for lists, the hash of the cookie stays what opens it.
alter table write.sessions
  add column id uuid not null default gen_random_uuid(),
  add column address inet,
  add column user_agent text;

-- IANA zone in which the console takes and shows times of shipments that have none of their own; null: the reader's.
alter table write.tenants add column time_zone text;
