import { Select, Textarea, TextInput } from "@mantine/core";
import { trackingEventTypes } from "@shipment-tracking/domain";
import { useId } from "react";
import { digitOf } from "../events/event-keys.ts";
import { Keys } from "../keys/index.ts";
import { EventTypeMark } from "../ui/index.ts";
import { cityOf, type EventDraft, timeOf } from "./event-draft.ts";
import { citiesOf, type Whole } from "./shipment.ts";
import classes from "./dialogs.module.css";
import { deviceZone } from "./zones.ts";

/** The fields of an event, for a new one and for one that takes another's place. */
export function EventFields({
  draft,
  whole,
  errors,
  autoFocus = false,
  onChange,
}: {
  readonly draft: EventDraft;
  readonly whole: Whole;
  readonly errors: Readonly<Record<string, string>>;
  readonly autoFocus?: boolean;
  onChange(draft: EventDraft): void;
}) {
  const cities = useId();
  const group = useId();
  const set = (changes: Partial<EventDraft>) => onChange({ ...draft, ...changes });
  const city = cityOf(draft, whole);
  return (
    <>
      <fieldset className={classes.types}>
        <legend className="st-hidden">Event</legend>
        {trackingEventTypes.map((type) => (
          <label key={type} className={classes.type}>
            <input
              type="radio"
              name={group}
              value={type}
              checked={type === draft.eventType}
              onChange={() => set({ eventType: type })}
            />
            <EventTypeMark type={type} />
            <Keys keys={digitOf(type)} />
          </label>
        ))}
      </fieldset>
      <div className={classes.row}>
        <TextInput
          label="City"
          required
          {...(autoFocus ? { "data-autofocus": true } : {})}
          list={cities}
          autoComplete="off"
          maxLength={200}
          value={city}
          error={city.trim() === "" ? "Say where it happened" : errors["city"]}
          onChange={(event) => set({ city: event.currentTarget.value })}
          onFocus={(event) => event.currentTarget.select()}
        />
        <datalist id={cities}>
          {citiesOf(whole).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextInput
          label="When"
          type="datetime-local"
          required
          value={timeOf(draft)}
          error={timeOf(draft) === "" ? "Say when it happened" : errors["eventAt"]}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
        <Select
          label="Zone of the time"
          data={zonesOf(whole, draft.zone)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={draft.zone}
          onChange={(zone) => set({ zone: zone ?? deviceZone })}
        />
      </div>
      <Textarea
        label="Description for the recipient"
        description="Public: everybody with the tracking link reads it"
        autosize
        minRows={1}
        maxLength={500}
        value={draft.description}
        error={errors["description"]}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Textarea
        label="Internal note"
        description="Only your company reads it"
        autosize
        minRows={1}
        maxLength={4000}
        value={draft.internalNote}
        error={errors["internalNote"]}
        onChange={(event) => set({ internalNote: event.currentTarget.value })}
      />
    </>
  );
}

/** This device's, those of the stops, and UTC. */
function zonesOf({ shipment }: Whole, chosen: string) {
  const named = new Map<string, string>();
  const name = (zone: string | null | undefined, words: string) => {
    if (zone !== null && zone !== undefined && !named.has(zone)) named.set(zone, words);
  };
  name(deviceZone, "this device");
  name(shipment.origin?.timeZone, shipment.origin?.city ?? "");
  name(shipment.destination?.timeZone, shipment.destination?.city ?? "");
  name("UTC", "universal");
  name(chosen, "");
  return [...named].map(([zone, words]) => ({
    value: zone,
    label: words === "" ? zone : `${zone} (${words})`,
  }));
}
