import {
  endpointSlots,
  isUnclaimed,
  laneIsFree,
  priorities,
  slotsPerEndpoint,
} from "@shipment-tracking/webhooks";

/** SQL: the queue's priorities as rows. */
export const eachPriority = `(values ${Object.values(priorities)
  .map((priority) => `(${String(priority)}::smallint)`)
  .join(", ")}) as priorities (priority)`;

/** SQL of a query: how many deliveries of the endpoint are claimed (`n`), and when the first of these leases ends (`first_end`). `endpointId` is SQL, too. */
export function leasesOf(endpointId: string): string {
  return `
    select count(*)::integer as n, min(first_leased.leased_until) as first_end
    from (
      select deliveries.leased_until
      from hooks.deliveries
      where deliveries.endpoint_id = ${endpointId}
        and deliveries.claim_id is not null
      order by deliveries.leased_until
      limit ${String(slotsPerEndpoint)}
    ) as first_leased`;
}

/**
 * SQL: when to look again at an endpoint whose leases are `leased`. While slots are free: at the earliest due delivery, after everybody who waits
 * for a turn now. Else when the first lease ends (a completion looks sooner); never when nothing waits. What waits is looked for only while slots are free.
 */
export function nextLookAt(endpointId: string): string {
  return `
    least(
      leased.first_end,
      case
        when leased.n >= ${endpointSlots(String(slotsPerEndpoint))} then 'infinity'
        else coalesce(
          (
            select case when min(first_of.due_at) is not null then greatest(min(first_of.due_at), clock_timestamp()) end
            from ${eachPriority}
            cross join lateral (
              select deliveries.due_at
              from hooks.deliveries
              where deliveries.endpoint_id = ${endpointId}
                and deliveries.priority = priorities.priority
                and ${laneIsFree}
                and ${isUnclaimed}
              order by deliveries.due_at
              limit 1
            ) as first_of
          ),
          'infinity'
        )
      end
    )`;
}
