import { hashTrackingToken } from "@shipment-tracking/contracts";
import type { TenantAnswers } from "../history/history.ts";
import type { Fleet } from "./fleet.ts";
import { send } from "./request.ts";

/** All that one tenant's client can read, once nothing moves any more. Throws when the API does not answer. */
export async function readAnswers(apiUrl: string, fleet: Fleet): Promise<TenantAnswers> {
  const get = async (
    path: string,
    apiKey: string | null = fleet.apiKey,
  ): Promise<string | null> => {
    const headers: Record<string, string> =
      apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const answer = await send({ method: "GET", url: apiUrl + path, headers });
    if (answer?.status === 404) return null;
    if (answer?.status !== 200) throw new Error(`${path}: ${String(answer?.status)}`);
    return answer.text;
  };
  const items = await readList(get);
  // also those that the list does not show
  const ids = [...new Set([...items, ...fleet.shipments].map(({ id }) => id))];
  const found = await inParallel(ids, (id) => get(`/api/v1/shipments/${id}`));
  const details = new Map([...found].flatMap(([id, text]) => (text === null ? [] : [[id, text]])));
  const tokens = [...fleet.tokens];
  const views = await inParallel(tokens, (token) => get(`/api/track/${token}`, null));
  const byHash = [...views].map(([token, text]) => [hashTrackingToken(token), text] as const);
  return { tenantId: fleet.tenantId, items, details, publicViews: new Map(byHash) };
}

async function readList(get: (path: string) => Promise<string | null>) {
  const items: { readonly id: string; readonly text: string }[] = [];
  for (;;) {
    const page = await get(`/api/v1/shipments?limit=200&offset=${String(items.length)}`);
    // as: what the specification says a list is (4.1); a check compares every byte of the items
    const found = JSON.parse(page ?? "[]") as readonly { readonly id: string }[];
    if (found.length === 0) return items;
    items.push(...found.map((item) => ({ id: item.id, text: JSON.stringify(item) })));
  }
}

async function inParallel(
  keys: readonly string[],
  read: (key: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  const waiting = [...keys];
  const worker = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      texts.set(key, await read(key));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return texts;
}
