import { Peer } from "./peer.ts";

export interface WorkerState {
  /** Bytes. */
  readonly rss: number;
  /** Bytes in use once the garbage is collected. */
  readonly inUse: number;
  readonly inFlight: number;
  /** How long each claim since the last question took. */
  readonly claimsMs: readonly number[];
}

export interface SoakWorker {
  state(): Promise<WorkerState>;
  close(): Promise<void>;
}

/** `file`: the bundle of worker-process.ts. */
export async function startWorker(
  file: string,
  { url, key }: { readonly url: string; readonly key: Buffer },
): Promise<SoakWorker> {
  const peer = new Peer(file, { DATABASE_URL: url, SECRET_KEY: key.toString("base64") });
  await peer.next();
  return {
    // as: what the process answers
    state: async () => (await peer.ask()) as WorkerState,
    close: () => peer.close(),
  };
}
