import pg from "pg";
import { typeParsers } from "./type-parsers.ts";

/** One connection for set-up work, closed whatever happens. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "tracking-setup",
    connectionTimeoutMillis: 10_000,
    types: typeParsers,
  });
  // a connection that breaks while idle is reported by the next query
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
