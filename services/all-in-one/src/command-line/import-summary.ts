import type { ImportStatus } from "./web-client.ts";

/** Rejected lines that a summary shows; `--json` has them all. */
const shownRejections = 100;

export interface Finished {
  readonly source: string;
  readonly status: ImportStatus;
  /** From the start of the upload, in ms. */
  readonly durationMs: number;
}

/** 0: every line is in; 2: some were rejected; 1: the import failed. */
export type ExitCode = 0 | 1 | 2;

export function exitCodeOf(status: ImportStatus): ExitCode {
  if (status.state !== "done") return 1;
  return status.rejectedCount === 0 ? 0 : 2;
}

/** What a person reads at the end. */
export function summaryLines({ source, status, durationMs }: Finished): readonly string[] {
  const { processed, accepted, duplicates, rejectedCount, kind } = status;
  const seconds = durationMs / 1000;
  const counts = [
    `${count(accepted)} imported`,
    `${count(duplicates)} already there`,
    `${count(rejectedCount)} rejected`,
  ].join(", ");
  const speed = `${seconds.toFixed(1)} s, ${count(Math.round(processed / Math.max(seconds, 0.001)))} lines/s`;
  return [
    `${kind} from ${source}: ${counts} (${speed})`,
    ...rejectionLines(status),
    ...(status.error === null ? [] : [`The import failed: ${status.error}`]),
  ];
}

/** What a program reads: the status as the service gives it, every rejected line, and the duration. */
export function summaryJson({ source, status, durationMs }: Finished): string {
  return JSON.stringify({ source, ...status, durationMs: Math.round(durationMs) });
}

function rejectionLines({ rejected, rejectedCount }: ImportStatus): readonly string[] {
  const shown = rejected.slice(0, shownRejections);
  const rest = rejectedCount - shown.length;
  return [
    ...shown.map(({ line, error }) => `  line ${String(line)}: ${error}`),
    ...(rest > 0 ? [`  and ${count(rest)} more; --json lists them`] : []),
  ];
}

function count(value: number): string {
  return value.toLocaleString("en");
}
