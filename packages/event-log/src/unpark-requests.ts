import type { Queryable } from "@shipment-tracking/postgres";

/** A parked stream that somebody wants to have tried again. */
export interface UnparkRequest {
  /** The reader of the log that parked it. */
  readonly consumer: string;
  readonly streamId: string;
  readonly tenantId: string;
}

/** Hands a request over to the consumer; one that waits already stays. */
export async function requestUnpark(
  db: Queryable,
  { consumer, streamId, tenantId }: UnparkRequest,
): Promise<void> {
  await db.query({
    text: `
      insert into write.unpark_requests (consumer, stream_id, tenant_id)
      values ($1, $2, $3)
      on conflict (consumer, stream_id) do nothing`,
    values: [consumer, streamId, tenantId],
  });
}

/** Streams whose requests the consumer has not done yet, the oldest first, at most 100. */
export async function readUnparkRequests(
  db: Queryable,
  consumer: string,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ readonly stream_id: string }>({
    name: "read_unpark_requests",
    text: `
      select unpark_requests.stream_id
      from write.unpark_requests
      where unpark_requests.consumer = $1
      order by unpark_requests.requested_at
      limit 100`,
    values: [consumer],
  });
  return rows.map((row) => row.stream_id);
}

export async function deleteUnparkRequest(
  db: Queryable,
  consumer: string,
  streamId: string,
): Promise<void> {
  await db.query({
    text: `
      delete from write.unpark_requests
      where unpark_requests.consumer = $1
        and unpark_requests.stream_id = $2`,
    values: [consumer, streamId],
  });
}
