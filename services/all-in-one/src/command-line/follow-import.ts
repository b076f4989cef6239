import { setTimeout as delay } from "node:timers/promises";
import { CommandFailure } from "./command-failure.ts";
import type { Progress } from "./progress.ts";
import { PassingFailure, type ImportStatus, type WebClient } from "./web-client.ts";

export interface FollowOptions {
  readonly client: WebClient;
  readonly importId: string;
  readonly progress: Progress;
  /** Between two looks, in ms. */
  readonly pollMs?: number;
  /** How long the service may be away, in ms: an import goes on by itself after a restart. */
  readonly patienceMs?: number;
}

/** Waits for the end of an import and answers it with all its rejected lines. */
export async function followImport(options: FollowOptions): Promise<ImportStatus> {
  const { client, importId, progress } = options;
  let heardAt = performance.now();
  for (;;) {
    try {
      const status = await client.importStatus(importId);
      heardAt = performance.now();
      progress.update(status.processed, status.total === 0 ? null : status.total);
      if (status.state !== "running") return await withAllRejections(client, status);
    } catch (error) {
      if (!(error instanceof PassingFailure)) throw error;
      if (performance.now() - heardAt > (options.patienceMs ?? 60_000)) {
        throw new CommandFailure(
          `The service has gone away while it imported (${error.message}). The import goes on once it runs again; the same command then says what came of it, lines that are in count as duplicates.`,
          { cause: error },
        );
      }
    }
    await delay(options.pollMs ?? 200);
  }
}

async function withAllRejections(client: WebClient, status: ImportStatus): Promise<ImportStatus> {
  const rejected = [...status.rejected];
  for (;;) {
    const last = rejected.at(-1);
    if (last === undefined || rejected.length >= status.rejectedCount) break;
    const more = (await client.importStatus(status.id, last.line)).rejected;
    if (more.length === 0) break;
    rejected.push(...more);
  }
  return { ...status, rejected };
}
