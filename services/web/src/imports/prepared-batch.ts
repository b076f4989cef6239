import { setImmediate as nextTurn } from "node:timers/promises";
import type { Rejection } from "@shipment-tracking/domain";
import type { Queryable } from "@shipment-tracking/postgres";
import type { z } from "zod";
import type { CommandContext } from "../commands/outcome.ts";
import { rejectionAnswer } from "../http/errors.ts";
import { faultSentence } from "../validation/fault.ts";
import type { Fields, FileLine } from "./import-file.ts";
import type { RejectedLine } from "./import-rejections.ts";

/** What became of a line. */
export type LineOutcome = "accepted" | "duplicate" | RejectedLine;

/** A line whose values passed the checks of the entry form. */
export interface CheckedLine<Content> {
  readonly line: number;
  readonly content: Content;
}

export type Checked<Content> =
  { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly error: string };

/** How the lines of one kind of file are imported. */
export interface LineRules<Content> {
  /** What can be said without the database. */
  check(fields: Fields): Checked<Content>;
  /** Imports checked lines, in order. Has no effect outside the transaction and may be repeated in another one. */
  apply(
    tx: Queryable,
    context: CommandContext,
    lines: readonly CheckedLine<Content>[],
  ): Promise<readonly LineOutcome[]>;
}

/** Consecutive lines ready to be imported: they were checked before a transaction holds its locks. */
export interface PreparedBatch {
  /** How many there are. */
  readonly lines: number;
  /** Lines refused already. */
  readonly rejected: readonly RejectedLine[];
  /** Imports the other lines, as `LineRules.apply`. */
  apply(tx: Queryable, context: CommandContext): Promise<readonly LineOutcome[]>;
}

/** Lines checked at a stretch (about 2 ms), before answers of the database and requests get their turn. */
const sliceLines = 50;

export async function prepareBatch<Content>(
  rules: LineRules<Content>,
  lines: readonly FileLine[],
): Promise<PreparedBatch> {
  const checked: CheckedLine<Content>[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % sliceLines === 0) await nextTurn();
    const result = "error" in line ? { ...line, ok: false as const } : rules.check(line.fields);
    if (result.ok) checked.push({ line: line.line, content: result.content });
    else rejected.push({ line: line.line, error: result.error });
  }
  return {
    lines: lines.length,
    rejected,
    apply: (tx, context) => rules.apply(tx, context, checked),
  };
}

/** Puts an object through a schema of the web API; a fault is named by the column it came from. */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(body, { reportInput: true });
  return parsed.success
    ? { ok: true, content: parsed.data }
    : { ok: false, error: columnSentence(faultSentence(parsed.error.issues)) };
}

/** The business's refusal of a line. */
export function refusedLine(line: number, rejection: Rejection): RejectedLine {
  return { line, error: columnSentence(rejectionAnswer(rejection).error) };
}

/** `origin.city: …` of the web API is `originCity: …` in a file. */
function columnSentence(sentence: string): string {
  return sentence
    .replace(
      /^(origin|destination)\.([a-z])/,
      (_path, stop: string, first: string) =>
        `${stop === "origin" ? "origin" : "dest"}${first.toUpperCase()}`,
    )
    .replace(/^references\[0\]\.value:/, "reference:");
}
