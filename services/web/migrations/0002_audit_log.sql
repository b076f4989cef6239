-- Up Migration
-- Who did what, when, from where: one row in the transaction of the change. Append-only: no role may update or delete.
create table write.audit_log (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references write.tenants (id),
  at timestamptz(3) not null default now(),
  actor_kind text not null,
  actor_id text,
  -- dotted, past tense: shipment.cancelled, user.role_changed, session.started
  action text not null,
  subject_type text not null,
  subject_id text not null,
  -- what changed, in words and values that may be shown to an administrator; never a secret
  details json,
  -- address of the client; null for the command line and the system
  address inet,
  request_id text
);
create index audit_log_newest on write.audit_log (tenant_id, id desc);
create index audit_log_of_subject on write.audit_log (tenant_id, subject_id, id desc);

grant select, insert on write.audit_log to tracking_web;
