-- Up Migration
-- Links that let somebody set a password without having one: a reset (30 minutes) or the set-up of a new user (7 days). Using one
-- removes all of the user's.
create table write.password_links (
  -- SHA-256 of the token in the link; the token itself is in the mail only
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references write.users (id),
  purpose text not null check (purpose in ('reset', 'set_up')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index password_links_of_user on write.password_links (user_id);
create index password_links_by_end on write.password_links (expires_at);

-- Tries to sign in or to have a reset mailed: buckets that fill with each try and leak over time. Shared by all instances.
create table write.attempts (
  -- what is counted and for whom: sign-in or reset, by account and address or by address alone
  kind text not null,
  -- SHA-256 of account and address, or of the address: neither can be read from here
  subject_hash bytea not null check (length(subject_hash) = 32),
  -- how full the bucket was at counted_at
  level double precision not null,
  counted_at timestamptz(3) not null,
  blocked_until timestamptz(3),
  primary key (kind, subject_hash)
);
create index attempts_by_age on write.attempts (counted_at);

grant select, insert, update, delete on write.password_links, write.attempts to tracking_web;
