import { TextInput } from "@mantine/core";
import type { ShipmentStatus } from "@shipment-tracking/domain";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog, StatusMark } from "../ui/index.ts";
import classes from "./dialogs.module.css";
import { statusUncancelled, type Transition, type Whole } from "./shipment.ts";

export const transitionWords = {
  cancel: { button: "Cancel shipment", done: "Shipment cancelled", title: "Cancel" },
  reopen: { button: "Reopen", done: "Shipment reopened", title: "Reopen" },
  return: { button: "Start return", done: "Return started", title: "Start the return of" },
} as const satisfies Readonly<Record<Transition, unknown>>;

const explanations: Readonly<Record<Transition, string>> = {
  cancel:
    "The goods have not moved, so nothing comes back. No event can be recorded until it is reopened.",
  reopen: "It goes on where it was before it was cancelled.",
  return:
    "The goods turn round. An entry “Exception” in the timeline says so; voiding that takes the return back.",
};

/** Cancel, reopen or start a return: with a reason that only the company reads, and the status that follows. */
export function TransitionDialog({
  whole,
  transition,
  onClose,
}: {
  readonly whole: Whole;
  readonly transition: Transition;
  onClose(): void;
}) {
  const { id, shipmentNumber } = whole.shipment;
  const [reason, setReason] = useState("");
  const words = transitionWords[transition];
  const send = useCommand({
    done: words.done,
    changes: [queryKeys.shipment(id), queryKeys.shipments],
    send: (given: string, options) =>
      api.POST(paths[transition], {
        ...options,
        params: { path: { id } },
        body: given === "" ? {} : { reason: given },
      }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={`${words.title} ${shipmentNumber}`}
      confirmLabel={words.button}
      danger={transition === "cancel"}
      pending={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate(reason.trim())}
      onClose={onClose}
    >
      <p className={classes.lead}>{explanations[transition]}</p>
      <TextInput
        label="Reason"
        description="Only your company reads it"
        data-autofocus
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className={classes.after}>
        The status becomes <StatusMark status={statusAfter(transition, whole)} />
      </p>
    </ConfirmDialog>
  );
}

const paths = {
  cancel: "/api/shipments/{id}/cancel",
  reopen: "/api/shipments/{id}/reopen",
  return: "/api/shipments/{id}/return",
} as const;

function statusAfter(transition: Transition, whole: Whole): ShipmentStatus {
  switch (transition) {
    case "cancel":
      return "cancelled";
    case "return":
      return "returning";
    case "reopen":
      return statusUncancelled(whole);
  }
}
