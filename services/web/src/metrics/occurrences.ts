import { channel } from "node:diagnostics_channel";

/** Something worth counting. Each field has few possible values: never a tenant, an id, or anything that somebody typed. */
export type Occurrence =
  | {
      readonly kind: "command";
      /** The command's `type`, for example `record_event`. */
      readonly type: string;
      readonly outcome: "accepted" | "repeat" | "rejected";
    }
  | { readonly kind: "sign_in"; readonly outcome: "started" | "failed" }
  | { readonly kind: "import_run"; readonly of: string; readonly end: string };

// Node's own way to measure without handing a counter through every function in between; without a listener it costs nothing
const occurrences = channel("shipment-tracking:web");

export function occurred(occurrence: Occurrence): void {
  occurrences.publish(occurrence);
}

/** Returns how to stop listening. */
export function onOccurrence(listener: (occurrence: Occurrence) => void): () => void {
  // the channel is this file's: nobody else publishes to it
  const receive = (message: unknown): void => {
    listener(message as Occurrence);
  };
  occurrences.subscribe(receive);
  return () => {
    occurrences.unsubscribe(receive);
  };
}
