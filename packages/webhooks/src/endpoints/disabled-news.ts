import type { Queryable } from "@shipment-tracking/postgres";
import type { EndpointStateReason } from "./endpoint-record.ts";

/** An endpoint that a worker has disabled, as its tenant is told. */
export interface DisabledNews {
  readonly endpointId: string;
  readonly tenantId: string;
  /** ISO 8601 UTC. */
  readonly disabledAt: string;
  /** Users who have been told before. */
  readonly toldTo: readonly string[];
  readonly url: string;
  readonly description: string | null;
  /** Null: the endpoint is not disabled any more, or was deleted; nobody needs to be told. */
  readonly reason: Exclude<EndpointStateReason, "manual"> | null;
}

/**
 * Takes the news that waits longest; null when none is to be told now. Nobody else gets it for two minutes, longer with each try and at most an
 * hour: whoever takes it ends within two minutes. What is older than a week, as long as an endpoint's backlog is kept, is told no more.
 */
export async function claimDisabledNews(db: Queryable): Promise<DisabledNews | null> {
  const { rows } = await db.query<DisabledNews>({
    name: "claim_webhook_disabled_news",
    text: `
      with next as materialized (
        select disabled_news.endpoint_id
        from hooks.disabled_news
        where disabled_news.told_at is null
          and disabled_news.next_try_at <= now()
          and disabled_news.disabled_at > now() - interval '7 days'
        order by disabled_news.next_try_at
        limit 1
        for update skip locked
      )
      update hooks.disabled_news
      set tries = disabled_news.tries + 1,
        next_try_at = now() + least(2 ^ least(disabled_news.tries + 1, 6), 60) * interval '1 minute'
      from next
      join hooks.endpoints on endpoints.id = next.endpoint_id
      where disabled_news.endpoint_id = next.endpoint_id
      returning disabled_news.endpoint_id as "endpointId", disabled_news.tenant_id as "tenantId",
        disabled_news.disabled_at as "disabledAt", disabled_news.told_to as "toldTo", endpoints.url, endpoints.description,
        case
          when endpoints.state = 'disabled'
            and endpoints.deleted_at is null
            and endpoints.state_changed_at = disabled_news.disabled_at
          then endpoints.state_reason
        end as reason`,
  });
  return rows[0] ?? null;
}

/** Notes who was told of claimed news. `done`: nobody is left to be told. An endpoint that was disabled again meanwhile is news again, and stays so. */
export async function noteToldNews(
  db: Queryable,
  { endpointId, disabledAt }: Pick<DisabledNews, "endpointId" | "disabledAt">,
  told: { readonly to: readonly string[]; readonly done: boolean },
): Promise<void> {
  await db.query({
    name: "note_told_webhook_news",
    text: `
      update hooks.disabled_news
      set told_to = disabled_news.told_to || $3::uuid[],
        told_at = case when $4 then now() end
      where disabled_news.endpoint_id = $1
        and disabled_news.disabled_at = $2`,
    values: [endpointId, disabledAt, told.to, told.done],
  });
}
