import type { IncomingHttpHeaders } from "node:http";
import type { SignatureCheck } from "./check-signature.ts";

/** How an inbox of the demonstration answers. */
export const inboxAnswers = ["ok", "error", "gone", "busy", "silence"] as const;
export type InboxAnswer = (typeof inboxAnswers)[number];

/** A webhook that arrived. */
export interface Arrival {
  readonly inbox: string;
  readonly arrivedAt: Date;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly check: SignatureCheck;
  readonly answer: InboxAnswer;
}

/** The receiver of a demonstration, in memory. */
export interface Inboxes {
  keep(arrival: Arrival): void;
  /** Newest first. */
  list(): readonly Arrival[];
  /** The names of inboxes that got something or were told how to answer, in alphabetical order. */
  names(): readonly string[];
  answerOf(inbox: string): InboxAnswer;
  setAnswer(inbox: string, answer: InboxAnswer): void;
}

const keptAtMost = 100;

export function createInboxes(): Inboxes {
  let arrivals: readonly Arrival[] = [];
  const answers = new Map<string, InboxAnswer>();
  return {
    keep: (arrival) => {
      arrivals = [arrival, ...arrivals].slice(0, keptAtMost);
    },
    list: () => arrivals,
    names: () =>
      [...new Set([...answers.keys(), ...arrivals.map(({ inbox }) => inbox)])].toSorted(),
    answerOf: (inbox) => answers.get(inbox) ?? "ok",
    setAnswer: (inbox, answer) => {
      // as many as a person can look through; the oldest choice is forgotten
      const [oldest] = answers.keys();
      if (answers.size >= keptAtMost && oldest !== undefined) answers.delete(oldest);
      answers.set(inbox, answer);
    },
  };
}

export function isInboxAnswer(text: string | null): text is InboxAnswer {
  return inboxAnswers.some((answer) => answer === text);
}
