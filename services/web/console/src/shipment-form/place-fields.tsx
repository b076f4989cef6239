import { TextInput } from "@mantine/core";
import { type TypedPlace, zoneOf } from "./values.ts";
import classes from "./shipment-form.module.css";

interface Props {
  /** `Origin` */
  readonly title: string;
  readonly name: "origin" | "destination";
  readonly place: TypedPlace;
  readonly timeLabel: string;
  readonly timeName: "pickupScheduledAt" | "deliveryScheduledAt";
  readonly time: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly autoFocus?: boolean;
  onPlace(place: TypedPlace): void;
  onTime(time: string): void;
}

/** A stop and the appointment there, which is on the stop's own clocks. */
export function PlaceFields(props: Props) {
  const { title, name, place, errors, onPlace, time, autoFocus = false } = props;
  const field = (key: keyof TypedPlace, label: string) => ({
    label: `${title} ${label}`,
    value: place[key],
    error: errors[`${name}.${key}`],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onPlace({ ...place, [key]: event.currentTarget.value }),
  });
  return (
    <fieldset className={classes.fieldset}>
      <legend>{title}</legend>
      <div className={classes.grid}>
        <TextInput {...field("city", "city")} autoFocus={autoFocus} maxLength={200} />
        <TextInput {...field("countryCode", "country")} placeholder="DE" maxLength={2} />
        <TextInput {...field("addressLine1", "address")} maxLength={200} />
        <TextInput {...field("postalCode", "postal code")} maxLength={32} />
        <TextInput
          {...field("timeZone", "time zone")}
          list="time-zones"
          placeholder="Europe/Zurich"
          maxLength={64}
        />
        <TextInput
          label={props.timeLabel}
          type="datetime-local"
          description={`On the clocks of ${zoneOf(place)}`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={time}
          error={errors[props.timeName] ?? errors[`${name}.time`]}
          onChange={(event) => props.onTime(event.currentTarget.value)}
        />
      </div>
    </fieldset>
  );
}

/** For the suggestions of both stops. */
export function TimeZoneList() {
  return (
    <datalist id="time-zones">
      {Intl.supportedValuesOf("timeZone").map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
