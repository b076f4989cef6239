import type { Command, Exit, Failure, Fault, Sighting } from "./history.ts";

/** Collects what is seen of a running system; the parts of a history that grow. */
export interface Recorder {
  readonly commands: Command[];
  readonly sightings: Sighting[];
  readonly failures: Failure[];
  readonly faults: Fault[];
  readonly exits: Exit[];
}

export function createRecorder(): Recorder {
  return { commands: [], sightings: [], failures: [], faults: [], exits: [] };
}
