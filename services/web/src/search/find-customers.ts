import type { TenantId } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import { foldedWords } from "./fold-text.ts";

/** Customers that a search can stand for; of more the newest count. */
const maxCustomers = 50;
/** A word that begins words of more customers' names than this is looked for in shipments only, unless all words are in the name. */
const maxOfOneWord = 20;

export interface FoundCustomers {
  /** Customers whose names have all the words. */
  readonly ofAllWords: readonly string[];
  /** For each word the customers whose names have it, none when they are many. */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
}

/** The tenant's customers whose names have words that begin with these, newest first. */
export async function findCustomersByWords(
  db: Queryable,
  tenantId: TenantId,
  words: readonly string[],
): Promise<FoundCustomers> {
  if (words.length === 0) return { ofAllWords: [], byWord: new Map() };
  const customers = await listCustomerNames(db, tenantId);
  const has = ({ name }: CustomerName, word: string): boolean =>
    wordsOf(name).some((one) => one.startsWith(word));
  const byWord = words.map((word) => {
    const found = customers.filter((customer) => has(customer, word));
    return [word, found.length > maxOfOneWord ? [] : found.map(({ id }) => id)] as const;
  });
  const ofAllWords = customers.filter((customer) => words.every((word) => has(customer, word)));
  return {
    ofAllWords: ofAllWords.slice(0, maxCustomers).map(({ id }) => id),
    byWord: new Map(byWord),
  };
}

interface CustomerName {
  readonly id: string;
  readonly name: string;
}

async function listCustomerNames(
  db: Queryable,
  tenantId: TenantId,
): Promise<readonly CustomerName[]> {
  const { rows } = await db.query<CustomerName>({
    name: "list_customer_names",
    text: `
      select customers.id, customers.name
      from write.customers
      where customers.tenant_id = $1
      order by customers.created_at desc, customers.id desc`,
    values: [tenantId],
  });
  return rows;
}

// folding thousands of names takes longer than reading them; the same names are asked for again with each key that is pressed
const folded = new Map<string, readonly string[]>();
const maxFolded = 20_000;

function wordsOf(name: string): readonly string[] {
  const known = folded.get(name);
  if (known !== undefined) return known;
  if (folded.size >= maxFolded) folded.clear();
  const words = foldedWords(name);
  folded.set(name, words);
  return words;
}
