-- Up Migration

-- The worker that sends webhooks disables an endpoint by itself and must leave a line of it, in the same transaction. It may call this and
-- nothing else here: with a right to insert it could write any line, in anybody's name. The function belongs to whoever owns the
-- audit log, and looks at no table of the webhooks, which are made later than this.
-- A line needs its tenant; what has none is left out, since an endpoint that must not be sent to is disabled whatever the audit log says.
create function write.audit_disabled_webhooks(tenant_ids uuid[], endpoint_ids uuid[], hosts text[], reasons text[]) returns void
language sql security definer set search_path = pg_catalog as $$
  insert into write.audit_log (tenant_id, actor_kind, action, subject_type, subject_id, details)
  select tenants.id, 'system', 'webhook_endpoint.disabled', 'webhook_endpoint', disabled.endpoint_id::text,
    json_build_object('host', disabled.host, 'stateReason', disabled.reason)
  from unnest(tenant_ids, endpoint_ids, hosts, reasons) as disabled (tenant_id, endpoint_id, host, reason)
  join write.tenants on tenants.id = disabled.tenant_id
$$;
revoke all on function write.audit_disabled_webhooks(uuid[], uuid[], text[], text[]) from public;
grant execute on function write.audit_disabled_webhooks(uuid[], uuid[], text[], text[]) to tracking_webhooks;
