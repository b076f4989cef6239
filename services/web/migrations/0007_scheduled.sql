-- Up Migration

-- What is scheduled in a span of time, whatever became of it: shipments_due holds only what is under way.
create index shipments_pickup_scheduled on write.shipments (tenant_id, ((details ->> 'pickupScheduledAt') collate "C"))
  where details ->> 'pickupScheduledAt' is not null;
create index shipments_delivery_scheduled on write.shipments (tenant_id, ((details ->> 'deliveryScheduledAt') collate "C"))
  where details ->> 'deliveryScheduledAt' is not null;
