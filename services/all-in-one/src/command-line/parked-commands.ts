import { readStream } from "@shipment-tracking/event-log";
import { listParked, unparkStream, type ParkedStream } from "@shipment-tracking/read-model";
import { CommandFailure } from "./command-failure.ts";
import type { CommandWorld } from "./import-command.ts";
import type { ExitCode } from "./import-summary.ts";
import { listParkedShipments, unparkShipment } from "@shipment-tracking/webhooks-service";
import { withProjectorDatabase } from "./projector-database.ts";
import { writeLine } from "./terminal.ts";
import { withDatabase } from "./with-database.ts";

/** The readers of the log that park streams. */
export const parkingConsumers = ["projector", "webhooks"] as const;
type ParkingConsumer = (typeof parkingConsumers)[number];

export interface ParkedOptions {
  readonly consumer: ParkingConsumer;
  readonly json?: boolean;
}

/** `tracking parked`: exit code 0 when nothing waits, 2 when something does. */
export async function parkedCommand(
  options: ParkedOptions,
  { env, terminal }: CommandWorld,
): Promise<ExitCode> {
  const parked =
    options.consumer === "webhooks"
      ? await withDatabase(env, "webhooks", listParkedShipments)
      : await withProjectorDatabase(env, listParked);
  if (options.json === true) {
    for (const stream of parked) writeLine(terminal.out, JSON.stringify(stream));
  } else {
    for (const line of parkedLines(parked)) writeLine(terminal.out, line);
  }
  return parked.length === 0 ? 0 : 2;
}

/** `tracking unpark`: exit code 0 when the stream flows again, 2 when it is parked again. */
export async function unparkCommand(
  streamId: string,
  { consumer }: Pick<ParkedOptions, "consumer">,
  { env, terminal }: CommandWorld,
): Promise<ExitCode> {
  const parked =
    consumer === "webhooks" ? "tracking parked --consumer webhooks" : "tracking parked";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(streamId)) {
    throw new CommandFailure(
      `${streamId} is not a stream's id: \`${parked}\` lists the ids of the streams that wait.`,
    );
  }
  const id = streamId.toLowerCase();
  const result =
    consumer === "webhooks"
      ? await withDatabase(env, "webhooks", (pool) => unparkShipment(pool, id))
      : await withProjectorDatabase(env, (pool) =>
          unparkStream(pool, { streamId: id, readStream: (one) => readStream(pool, one) }),
        );
  switch (result.outcome) {
    case "not_parked":
      throw new CommandFailure(
        `No stream ${streamId} is parked: \`${parked}\` lists those that are.`,
      );
    case "unparked":
      writeLine(terminal.out, `${streamId} flows again, ${events(result.applied)} applied`);
      return 0;
    case "parked_again":
      writeLine(
        terminal.out,
        `${streamId} is parked again at ${position(result)}, ${events(result.applied)} applied: ${result.error}`,
      );
      return 2;
  }
}

type ShownStream = Pick<
  ParkedStream,
  "streamId" | "eventType" | "part" | "pos" | "parkedAt" | "error"
>;

function parkedLines(parked: readonly ShownStream[]): readonly string[] {
  if (parked.length === 0) return ["No stream is parked."];
  return parked.map((stream) => {
    const what = `${stream.eventType ?? "event of unknown type"} at ${position(stream)}`;
    return `${stream.streamId}  since ${stream.parkedAt}  ${what}: ${stream.error}`;
  });
}

function position({ part, pos }: { readonly part: number; readonly pos: number }): string {
  return `${String(part)}.${String(pos)}`;
}

function events(count: number): string {
  return count === 1 ? "1 event" : `${String(count)} events`;
}
