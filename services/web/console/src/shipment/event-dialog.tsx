import { Button, Modal } from "@mantine/core";
import type { TrackingEventType } from "@shipment-tracking/domain";
import { useState } from "react";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";
import { eventTypeWords, fieldErrors, FormProblem, StaleBanner } from "../ui/index.ts";
import { rememberForUndo, useUndo } from "../undo/index.ts";
import classes from "./dialogs.module.css";
import { bodyOf, type EventBody, newDraft } from "./event-draft.ts";
import { EventFields } from "./event-fields.tsx";
import { RecipientView } from "./recipient-view.tsx";
import type { Whole } from "./shipment.ts";

const fields = ["eventType", "city", "eventAt", "description", "internalNote"];

/** Records one event. Enter in a field of one line records. */
export function EventDialog({
  whole,
  type,
  reload,
  onClose,
}: {
  readonly whole: Whole;
  readonly type: TrackingEventType;
  reload(): void;
  onClose(): void;
}) {
  const { id, shipmentNumber, status } = whole.shipment;
  const [draft, setDraft] = useState(() => newDraft(type));
  const undo = useUndo();
  const words = ({ eventType }: EventBody) => `${eventTypeWords[eventType]}: ${shipmentNumber}`;
  const record = useCommand({
    done: words,
    changes: [queryKeys.shipment(id), queryKeys.shipments],
    send: (body: EventBody, options) =>
      api.POST("/api/shipments/{id}/events", { ...options, params: { path: { id } }, body }),
    onDone: ({ data, status: answered }, body) => {
      // 200: it was there already
      if (answered === 200) say(`${words(body)}: recorded already`);
      else {
        rememberForUndo({
          what: words(body),
          events: [{ shipmentId: id, eventId: data.event.id }],
        });
        say(words(body), { action: { label: "Undo", run: undo } });
      }
      onClose();
    },
  });
  const body = bodyOf(draft, whole);
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={`Event on ${shipmentNumber}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (body !== null && !record.isPending) record.mutate(body);
        }}
      >
        <div className={classes.fields}>
          <EventFields
            draft={draft}
            whole={whole}
            errors={fieldErrors(record.error, fields)}
            autoFocus
            onChange={setDraft}
          />
        </div>
        <RecipientView shipmentId={id} body={body} now={status} />
        {isStatus(record.error, 409) && (
          <StaleBanner retry={reload}>What you typed is kept.</StaleBanner>
        )}
        <FormProblem error={record.error} fields={fields} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={record.isPending}>
            Record
          </Button>
        </div>
      </form>
    </Modal>
  );
}
