import { formatPosition } from "@shipment-tracking/contracts";
import type { Rejection } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { WebContext } from "../context.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { idempotencyKeyOf } from "../idempotency/key-of-request.ts";
import { inRepeatedTransaction } from "../commands/transaction.ts";
import type { CommandAnswer } from "./answer.ts";
import { rejectionAnswer } from "./errors.ts";
import { Refusal } from "./refusal.ts";

export interface CommandRun {
  /** Runs inside one transaction, possibly several times; `throw` rolls everything back. */
  work(tx: Queryable): Promise<CommandAnswer>;
  /** The answer waits until the read model shows the effect, at most two seconds. */
  readonly untilVisible?: boolean;
}

const visibleWithinMs = 2_000;

/** Runs a command with everything that commands have in common: its transaction, Idempotency-Key, X-Position, waking the log's readers. */
export async function answerCommand(
  context: WebContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  run: CommandRun,
): Promise<FastifyReply> {
  const key = idempotencyKeyOf(request);
  const work = (tx: Queryable): Promise<CommandAnswer> => run.work(tx);
  const outcome =
    key === null
      ? {
          kind: "answered" as const,
          answer: await inRepeatedTransaction(context.pool, work),
          replayed: false,
        }
      : await answerOnce(context, key, work);
  if (outcome.kind === "other_request") {
    throw new Refusal(422, "The Idempotency-Key was used with another request.");
  }
  const { answer, replayed } = outcome;
  if (answer.position !== null) {
    context.wakeLog();
    reply.header("x-position", formatPosition(answer.position));
    if (run.untilVisible === true) await context.applied.waitFor(answer.position, visibleWithinMs);
  }
  if (replayed) reply.header("idempotent-replayed", "true");
  return reply.code(answer.status).send(answer.body ?? undefined);
}

/** The answer to a command that was refused. */
export function refusedAnswer(rejection: Rejection): CommandAnswer {
  const { status, error } = rejectionAnswer(rejection);
  return { status, body: { error }, position: null };
}
