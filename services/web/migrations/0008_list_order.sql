-- Up Migration

-- When the newest event that is not voided happened: what the list is ordered by, so that nobody has to look through the timelines for it.
alter table write.shipments add column last_event_at timestamptz(3);
update write.shipments
set last_event_at = newest.event_at
from (
  select shipment_facts.shipment_id, max(shipment_facts.event_at) as event_at
  from write.shipment_facts
  where shipment_facts.voided_at is null
  group by shipment_facts.shipment_id
) as newest
where shipments.id = newest.shipment_id;

-- The list's orders, each within a status: a list of several statuses, or of all, is merged from theirs. Without the status in front of the order, a list
-- of one status would have to look through the shipments of all others.
create index shipments_by_number on write.shipments (tenant_id, status, (shipment_number collate "C"), id);
create index shipments_by_pickup on write.shipments (tenant_id, status, ((details ->> 'pickupScheduledAt') collate "C"), id);
create index shipments_by_delivery on write.shipments (tenant_id, status, ((details ->> 'deliveryScheduledAt') collate "C"), id);
create index shipments_by_last_event on write.shipments (tenant_id, status, last_event_at, id);
create index shipments_by_update on write.shipments (tenant_id, status, updated_at, id);

-- These two also find what is scheduled in a span of time and what is overdue, when they are asked for the statuses by name.
drop index write.shipments_due;
drop index write.shipments_pickup_scheduled;
drop index write.shipments_delivery_scheduled;
