import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { type TrackingEventType, trackingEventTypes } from "@shipment-tracking/domain";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { api, type components, queryKeys } from "../api/index.ts";
import { digitOf } from "../events/event-keys.ts";
import { likelyCity } from "../events/likely-city.ts";
import { instantOf, localNow } from "../events/local-time.ts";
import { Keys } from "../keys/index.ts";
import { say, useCommand } from "../live/index.ts";
import {
  EventTypeMark,
  eventTypeWords,
  fieldErrors,
  FormProblem,
  useReturnedFocus,
} from "../ui/index.ts";
import { rememberForUndo, useUndo } from "../undo/index.ts";
import type { BoardLine } from "./board-columns.tsx";
import classes from "./board.module.css";

export interface EventDraft {
  /** Null: chosen in the dialog. */
  readonly type: TrackingEventType | null;
  readonly ids: readonly string[];
  /** Of these ids those that are shown. */
  readonly rows: readonly BoardLine[];
}

interface NewEvent {
  readonly eventType: TrackingEventType;
  readonly city: string;
  readonly eventAt: string;
  readonly description: string;
}

type Refused = components["schemas"]["BulkRejected"];

const fields = ["eventType", "city", "eventAt", "description"];

/** One event on all of the shipments, shown or not. Shipments that refuse it are named with the reason; the others have it. */
export function EventDialog({
  draft,
  onClose,
  onRecorded,
}: {
  readonly draft: EventDraft;
  onClose(): void;
  onRecorded(): void;
}) {
  const { ids, rows } = draft;
  useReturnedFocus(true);
  const [eventType, setEventType] = useState<TrackingEventType>(draft.type ?? "in_transit");
  const [typedCity, setCity] = useState<string | null>(null);
  const city = typedCity ?? commonCity(draft, eventType);
  const [time, setTime] = useState(localNow);
  const [description, setDescription] = useState("");
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const undo = useUndo();
  const record = useCommand({
    done: ({ eventType: type }: NewEvent) => wordsFor(type, draft),
    changes: [queryKeys.shipments, ...ids.map((id) => queryKeys.shipment(id))],
    send: (event: NewEvent, options) =>
      api.POST("/api/shipments/bulk/events", {
        ...options,
        body: {
          shipmentIds: [...ids],
          eventType: event.eventType,
          city: event.city,
          eventAt: event.eventAt,
          ...(event.description === "" ? {} : { description: event.description }),
        },
      }),
    onDone: ({ data }, event) => {
      const recorded = data.results.flatMap((result) =>
        result.outcome === "recorded" && result.event !== null
          ? [{ shipmentId: result.shipmentId, eventId: result.event.id }]
          : [],
      );
      rememberForUndo({ what: wordsFor(event.eventType, draft), events: recorded });
      const repeats = data.results.filter((result) => result.outcome === "repeat").length;
      if (repeats > 0) say(`${String(repeats)} had it already`);
      if (recorded.length > 0) {
        say(wordsFor(event.eventType, draft), { action: { label: "Undo", run: undo } });
      }
      const rejected = data.results.filter((result) => result.outcome === "rejected");
      if (rejected.length === 0) onRecorded();
      else setRefused(rejected);
    },
  });
  const errors = fieldErrors(record.error, fields);
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(draft)}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {refused.length > 0 ? (
        <Refusals refused={refused} draft={draft} onClose={onRecorded} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            const eventAt = instantOf(time);
            if (city.trim() === "" || eventAt === null) return;
            record.mutate({
              eventType,
              city: city.trim(),
              eventAt,
              description: description.trim(),
            });
          }}
        >
          {rows.length < ids.length && (
            <p className={classes.note}>
              {String(ids.length - rows.length)} of them are not in the list as shown; it is
              recorded on them too.
            </p>
          )}
          <fieldset className={classes.types}>
            <legend className="st-hidden">Event</legend>
            {trackingEventTypes.map((type) => (
              <label key={type}>
                <input
                  type="radio"
                  name="eventType"
                  value={type}
                  checked={type === eventType}
                  onChange={() => setEventType(type)}
                />
                <EventTypeMark type={type} />
                <Keys keys={digitOf(type)} />
              </label>
            ))}
          </fieldset>
          <div className={classes.fields}>
            <TextInput
              label="City"
              required
              data-autofocus
              value={city}
              error={tried && city.trim() === "" ? "Say where it happened" : errors["city"]}
              onChange={(event) => setCity(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
            />
            <TextInput
              label="When"
              description="In the time of this device"
              type="datetime-local"
              required
              value={time}
              error={tried && instantOf(time) === null ? "Say when it happened" : errors["eventAt"]}
              onChange={(event) => setTime(event.currentTarget.value)}
            />
            <Textarea
              label="Note for the recipient"
              description="Public: everybody with the tracking link reads it"
              autosize
              minRows={1}
              maxLength={500}
              value={description}
              error={errors["description"]}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          </div>
          <FormProblem error={record.error} fields={fields} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={record.isPending}>
              {ids.length === 1 ? "Record" : `Record on ${String(ids.length)} shipments`}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

function Refusals({
  refused,
  draft: { ids, rows },
  onClose,
}: {
  readonly refused: readonly Refused[];
  readonly draft: EventDraft;
  onClose(): void;
}) {
  const close = useRef<HTMLButtonElement>(null);
  // what had the focus is gone with the form
  useEffect(() => close.current?.focus(), []);
  const numbers = new Map(rows.map((row) => [row.id, row.shipmentNumber]));
  return (
    <div role="alert">
      <p style={{ margin: 0 }}>
        Recorded on {String(ids.length - refused.length)} of {String(ids.length)}. Not on these:
      </p>
      <ul className={classes.refused}>
        {refused.map((result) => (
          <li key={result.shipmentId}>
            <strong className="st-number">
              {numbers.get(result.shipmentId) ?? (
                <Link to={`/shipments/${result.shipmentId}`}>One that is not shown</Link>
              )}
            </strong>{" "}
            {result.error}
          </li>
        ))}
      </ul>
      <Button ref={close} mt={12} onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

const titleOf = (draft: EventDraft): string => `Event on ${whereOf(draft)}`;

function wordsFor(type: TrackingEventType, draft: EventDraft): string {
  return `${eventTypeWords[type]}: ${whereOf(draft)}`;
}

function whereOf({ ids, rows }: EventDraft): string {
  const [only] = rows;
  if (ids.length === 1) return only?.shipmentNumber ?? "one shipment";
  return `${String(ids.length)} shipments`;
}

/** Where it is most likely, if that is known of all and the same. */
function commonCity({ ids, rows }: EventDraft, type: TrackingEventType): string {
  if (rows.length < ids.length) return "";
  const cities = new Set(
    rows.map(({ originCity, destCity, lastEvent }) =>
      likelyCity(
        { origin: originCity, destination: destCity, last: lastEvent?.city ?? null },
        type,
      ),
    ),
  );
  const [first] = cities;
  return cities.size === 1 ? (first ?? "") : "";
}
