import { useQueryClient } from "@tanstack/react-query";
import { api, queryKeys, sentenceFor } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";

/** What was recorded last, so that it can be taken back. */
export interface Undoable {
  /** As in `Picked up on 20 shipments`. */
  readonly what: string;
  readonly events: readonly { readonly shipmentId: string; readonly eventId: string }[];
}

let last: Undoable | null = null;

/** Only the newest can be taken back, by whoever recorded it in this tab. */
export function rememberForUndo(undoable: Undoable): void {
  last = undoable.events.length === 0 ? last : undoable;
}

/** Voids what was recorded last; says so when there is nothing. */
export function useUndo(): () => void {
  const queryClient = useQueryClient();
  const undo = useCommand({
    done: ({ what }: Undoable) => `Undone: ${what}`,
    changes: [queryKeys.shipments],
    send: ({ events }: Undoable, options) =>
      api.POST("/api/shipments/bulk/void", {
        ...options,
        body: { events: [...events], reason: "Undone" },
      }),
    onDone: ({ data }, { events }) => {
      last = null;
      const refused = data.results.filter((result) => result.outcome === "rejected");
      const [first] = refused;
      if (first !== undefined) {
        say(`${String(refused.length)} of ${String(events.length)} not undone: ${first.error}`, {
          tone: "bad",
        });
      }
      for (const { shipmentId } of events) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.shipment(shipmentId) });
      }
    },
  });
  return () => {
    if (last === null) say("There is nothing to undo");
    else if (!undo.isPending) {
      undo.mutate(last, { onError: (error) => say(sentenceFor(error), { tone: "bad" }) });
    }
  };
}
