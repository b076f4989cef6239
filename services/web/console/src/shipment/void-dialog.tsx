import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { eventTypeWords, fieldErrors, FormProblem, StaleBanner, StatusMark } from "../ui/index.ts";
import classes from "./dialogs.module.css";
import { bodyOf, draftOf, type EventBody } from "./event-draft.ts";
import { EventFields } from "./event-fields.tsx";
import { RecipientView } from "./recipient-view.tsx";
import { type Entry, statusWith, type Whole } from "./shipment.ts";

const fields = ["reason", "eventType", "city", "eventAt", "description", "internalNote"];

interface Voiding {
  readonly reason: string;
  readonly replacement?: EventBody;
}

/** Takes an event back, with a reason; or puts a correct one in its place, in one step. */
export function VoidDialog({
  whole,
  entry,
  reload,
  onClose,
}: {
  readonly whole: Whole;
  readonly entry: Entry;
  reload(): void;
  onClose(): void;
}) {
  const { id, status } = whole.shipment;
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [replaces, setReplaces] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(entry));
  const words = eventTypeWords[entry.eventType];
  const send = useCommand({
    done: ({ replacement }: Voiding) =>
      `${words} ${replacement === undefined ? "voided" : "replaced"}`,
    changes: [queryKeys.shipment(id), queryKeys.shipments],
    send: (body: Voiding, options) =>
      api.POST("/api/shipments/{id}/events/{eventId}/void", {
        ...options,
        params: { path: { id, eventId: entry.id } },
        body,
      }),
    onDone: onClose,
  });
  const replacement = replaces ? bodyOf(draft, whole) : null;
  const after = statusWith(whole, {
    removed: entry.id,
    ...(replacement === null
      ? {}
      : { added: { eventType: replacement.eventType, eventAt: instantFor(replacement, entry) } }),
  });
  const errors = fieldErrors(send.error, fields);
  const missing = tried && reason.trim() === "" ? "Say why it is taken back" : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      size={replaces ? 720 : 480}
      title={`Void: ${words} in ${entry.city}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (reason.trim() === "" || (replaces && replacement === null) || send.isPending) return;
          send.mutate({
            reason: reason.trim(),
            ...(replacement === null ? {} : { replacement }),
          });
        }}
      >
        <p className={classes.lead}>
          It stays in this timeline, struck out with the reason. Recipients do not see it any more.
        </p>
        <div className={classes.fields}>
          <TextInput
            label="Reason"
            required
            data-autofocus
            maxLength={500}
            value={reason}
            error={missing ?? errors["reason"]}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {entry.kind === "scan" && (
            <Checkbox
              label="Record a correct one in its place"
              checked={replaces}
              onChange={(event) => setReplaces(event.currentTarget.checked)}
            />
          )}
          {replaces && (
            <EventFields draft={draft} whole={whole} errors={errors} onChange={setDraft} />
          )}
        </div>
        {replaces ? (
          <RecipientView shipmentId={id} body={replacement} now={status} status={after} replaces />
        ) : (
          <p className={classes.after}>
            {after === status ? "The status stays " : "The status becomes "}
            <StatusMark status={after} />
          </p>
        )}
        {isStatus(send.error, 409) && (
          <StaleBanner retry={reload}>What you typed is kept.</StaleBanner>
        )}
        <FormProblem error={send.error} fields={fields} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={send.isPending}>
            {replaces ? "Void and replace" : "Void the event"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Where the new one will stand: only for the order among the others. */
function instantFor(body: EventBody, entry: Entry): string {
  const at = new Date(body.eventAt);
  return Number.isNaN(at.getTime()) ? entry.eventAt : at.toISOString();
}
