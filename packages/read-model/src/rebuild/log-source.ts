import type { EventRecord } from "@shipment-tracking/contracts";

/** The log as a rebuild reads it. This package does not know where the log is; who starts a rebuild does. */
export interface LogSource {
  /** Highest position per part, 0 for an empty part. */
  heads(): Promise<ReadonlyMap<number, number>>;
  /** The next events of a part, in position order. */
  part(
    part: number,
    options: { readonly afterPos: number; readonly limit: number },
  ): Promise<readonly EventRecord[]>;
  /** A part's events up to a position in pages, stream by stream, each stream in version order. */
  partByStream(part: number, upToPos: number): AsyncIterable<readonly EventRecord[]>;
  /** All events of a stream in version order. */
  stream(streamId: string): Promise<readonly EventRecord[]>;
}

/** The part's streams one after another, each with all its events up to the position. */
export async function* streamsOfPart(
  log: LogSource,
  part: number,
  upToPos: number,
): AsyncGenerator<readonly EventRecord[]> {
  let stream: EventRecord[] = [];
  for await (const page of log.partByStream(part, upToPos)) {
    for (const record of page) {
      if (stream.length > 0 && stream[0]?.streamId !== record.streamId) {
        yield stream;
        stream = [];
      }
      stream.push(record);
    }
  }
  if (stream.length > 0) yield stream;
}
