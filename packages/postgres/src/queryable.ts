import type { QueryConfig, QueryResult, QueryResultRow } from "pg";

/** What a query function needs: a pool, or the client of a transaction. Values are bound, never spliced into the text. */
export interface Queryable {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>;
}
