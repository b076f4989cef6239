import type { Pool, Queryable } from "@shipment-tracking/postgres";
import { inRepeatedTransaction, TransactionConflict } from "../commands/transaction.ts";
import type { SecretBox } from "@shipment-tracking/secrets";
import type { CommandAnswer } from "../http/answer.ts";
import { claimKey, findAnswer, type IdempotencyKey, storeAnswer } from "./stored-answers.ts";

export type OnceOutcome =
  | { readonly kind: "answered"; readonly answer: CommandAnswer; readonly replayed: boolean }
  /** The key came with another request before. */
  | { readonly kind: "other_request" };

/**
 * Runs `work` at most once per key within 24 hours; its effects and its stored answer are one transaction. Repeats, and duplicates that
 * run at the same time, get the first one's answer, refusals included. When `work` throws nothing is stored.
 */
export async function answerOnce(
  deps: { readonly pool: Pool; readonly box: SecretBox },
  claim: IdempotencyKey,
  work: (tx: Queryable) => Promise<CommandAnswer>,
): Promise<OnceOutcome> {
  return inRepeatedTransaction(deps.pool, async (tx): Promise<OnceOutcome> => {
    if (!(await claimKey(tx, claim))) return replay(tx, deps.box, claim);
    const answer = await work(tx);
    const sealed = deps.box.seal(JSON.stringify(answer), contextOf(claim));
    await storeAnswer(tx, claim, { ...sealed, status: answer.status });
    return { kind: "answered", answer, replayed: false };
  });
}

async function replay(tx: Queryable, box: SecretBox, claim: IdempotencyKey): Promise<OnceOutcome> {
  const stored = await findAnswer(tx, claim);
  // cleared away between the two statements: the next attempt claims it
  if (stored === null) throw new TransactionConflict("the idempotency key has just expired");
  if (!stored.requestHash.equals(claim.requestHash)) return { kind: "other_request" };
  // sealed above from a CommandAnswer
  const answer = JSON.parse(box.open(stored.answer, contextOf(claim))) as CommandAnswer;
  return { kind: "answered", answer, replayed: true };
}

function contextOf({ tenantId, key }: IdempotencyKey): string {
  return `idempotency:${tenantId}:${key}`;
}
