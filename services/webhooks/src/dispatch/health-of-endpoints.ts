/**
 * SQL of a table expression: `endpoint_health`, each row with what its endpoint says of whether it may be sent to, as `endpoints`. Endpoints are looked up one
 * by one and by their key alone: joined, a plan made on empty tables read all of them.
 */
export const healthOfEndpoints = `
  hooks.endpoint_health
  cross join lateral (
    select endpoints.state, endpoints.deleted_at
    from hooks.endpoints
    where endpoints.id = endpoint_health.endpoint_id
    limit 1
  ) as endpoints`;
