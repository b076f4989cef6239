import { inTransaction, type Pool, type Queryable } from "@shipment-tracking/postgres";
import { addressGroup } from "./address-group.ts";
import { addTry, type Bucket, emptyBucket, secondsClosed, takeTryBack } from "./attempt-buckets.ts";

/** More tries to sign in or to have a reset mailed than anybody needs (specification 8: the only limits there are). */
export class TooManyAttempts extends Error {
  override readonly name = "TooManyAttempts";
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("Too many attempts: please wait and try again.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Attempt {
  /** The e-mail address that was typed, whether it is somebody's or not. */
  readonly account: string;
  /** The client's address. */
  readonly address: string;
}

/** A try that counts as failed until it is known to be none. */
export interface CountedAttempt {
  readonly byAddress: Bucket;
  readonly byAccount: Bucket;
}

/** Ten wrong passwords in a row for an account from one address, then one every 90 s; a hundred for all accounts, then one every 9 s. */
export function countSignIn(pool: Pool, attempt: Attempt): Promise<CountedAttempt> {
  return count(pool, {
    byAddress: { ...bucketOf("sign_in", attempt), ...rate(100, 15 * 60) },
    byAccount: { ...accountBucketOf("sign_in", attempt), ...rate(10, 15 * 60) },
  });
}

/** Five mails for an account from one address, then one every 3 min; fifty for all accounts, then one every 18 s. */
export function countReset(pool: Pool, attempt: Attempt): Promise<CountedAttempt> {
  return count(pool, {
    byAddress: { ...bucketOf("reset", attempt), ...rate(50, 15 * 60) },
    byAccount: { ...accountBucketOf("reset", attempt), ...rate(5, 15 * 60) },
  });
}

/** The try was a success: the account starts afresh, and the address is back where it was. */
export async function forgetAttempts(tx: Queryable, counted: CountedAttempt): Promise<void> {
  await takeTryBack(tx, counted.byAddress);
  await emptyBucket(tx, counted.byAccount);
}

/** The try came to nothing for a reason of our own. */
export async function discountAttempt(db: Queryable, counted: CountedAttempt): Promise<void> {
  await takeTryBack(db, counted.byAddress);
  await takeTryBack(db, counted.byAccount);
}

/**
 * Counts before the password is looked at: of many tries at the same time no more are let through than of as many one after the other. Throws
 * `TooManyAttempts`, having counted nothing, when one of the buckets is closed.
 */
async function count(pool: Pool, buckets: CountedAttempt): Promise<CountedAttempt> {
  await inTransaction(pool, async (tx) => {
    // always in this order: two transactions never wait for each other
    for (const bucket of [buckets.byAddress, buckets.byAccount]) {
      if (!(await addTry(tx, bucket))) throw new TooManyAttempts(await secondsClosed(tx, bucket));
    }
  });
  return buckets;
}

function rate(capacity: number, perSeconds: number) {
  const leakSeconds = perSeconds / capacity;
  return { capacity, leakSeconds, closedSeconds: leakSeconds / 3 };
}

function bucketOf(kind: string, { address }: Pick<Attempt, "address">) {
  return { kind: `${kind} by address`, subject: addressGroup(address) };
}

function accountBucketOf(kind: string, { account, address }: Attempt) {
  return {
    kind: `${kind} by account and address`,
    subject: `${account}\n${addressGroup(address)}`,
  };
}
