import { shipmentStatuses, type ShipmentStatus } from "@shipment-tracking/domain";

/** Buckets of rows, and sums of neighbouring buckets. */
export type BucketTable = "shipment_buckets" | "shipment_super_buckets";

/** A bucket is divided when it holds more than twice as many rows, a super-bucket when it holds more than twice as many buckets. */
export const rowsInBucket = 256;
export const bucketsInSuper = 32;
/** Most rows of a bucket, and of a list that needs none. */
export const fullBucket = 2 * rowsInBucket;

/** All rows, then those of each status: the columns of both tables. */
export const countColumns: readonly string[] = ["n", ...shipmentStatuses.map(columnOf)];

export function columnOf(status: ShipmentStatus): string {
  return `n_${status}`;
}

/** Bound of a tenant's newest bucket: above every row. */
export const topBound = {
  at: "'infinity'::timestamptz",
  id: "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid",
};
