-- Up Migration

-- How many shipments lie where in a tenant's list, so that a page far down is found without reading what lies above it (docs/decisions/0016).
-- A bucket holds the rows of the list from its bound, the newest row that may be in it, down to the next older bound; the newest bucket's bound
-- is infinite. Bounds are the same for all statuses. Only tenants with more rows than a bucket may hold have any: the projector makes
-- them with the tenant's next change.
create table read.shipment_buckets (
  tenant_id uuid not null,
  till_at timestamptz(3) not null,
  till_id uuid not null,
  n integer not null,
  -- one column a status: what is counted of n
  n_draft integer not null,
  n_pickup_scheduled integer not null,
  n_picked_up integer not null,
  n_in_transit integer not null,
  n_customs_hold integer not null,
  n_out_for_delivery integer not null,
  n_attempt_failed integer not null,
  n_exception integer not null,
  n_delivered integer not null,
  n_returning integer not null,
  n_returned integer not null,
  n_cancelled integer not null,
  primary key (tenant_id, till_at, till_id)
) with (fillfactor = 70);

-- Sums of some 32 neighbouring buckets each; the bound is that of the newest of them.
create table read.shipment_super_buckets (
  tenant_id uuid not null,
  till_at timestamptz(3) not null,
  till_id uuid not null,
  n integer not null,
  n_draft integer not null,
  n_pickup_scheduled integer not null,
  n_picked_up integer not null,
  n_in_transit integer not null,
  n_customs_hold integer not null,
  n_out_for_delivery integer not null,
  n_attempt_failed integer not null,
  n_exception integer not null,
  n_delivered integer not null,
  n_returning integer not null,
  n_returned integer not null,
  n_cancelled integer not null,
  primary key (tenant_id, till_at, till_id)
) with (fillfactor = 70);

grant select, insert, update, delete on read.shipment_buckets, read.shipment_super_buckets to tracking_projector;
grant select on read.shipment_buckets, read.shipment_super_buckets to tracking_api;
