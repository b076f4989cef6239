import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface PickerProps {
  /** Null where it is written elsewhere: then `aria-label` says it. */
  readonly label: string | null;
  readonly "aria-label"?: string;
  readonly value: string | null;
  /** What is written for the value before the list has been loaded. */
  readonly valueLabel?: string | null | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly placeholder?: string;
  onChange(value: string | null, label: string | null): void;
}

const typingMs = 150;

/** One of many that the service is asked for while typing. */
export function RemotePicker({
  queryKey,
  find,
  ...props
}: PickerProps & {
  readonly queryKey: readonly unknown[];
  find(typed: string, signal: AbortSignal): Promise<readonly Choice[]>;
}) {
  const { value, valueLabel, onChange, required = false, error, ...rest } = props;
  const [typed, setTyped] = useState("");
  const [wanted] = useDebouncedValue(typed.trim(), typingMs);
  const [picked, setPicked] = useState<Choice | null>(null);
  const known =
    value === null ? null : picked?.value === value ? picked.label : (valueLabel ?? null);
  // the text of what is chosen is no search for it
  const search = wanted === known ? "" : wanted;
  const query = useQuery({
    queryKey: [...queryKey, "picker", search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  });
  const found = query.data ?? [];
  const data =
    value === null || known === null || found.some((choice) => choice.value === value)
      ? found
      : [{ value, label: known }, ...found];
  return (
    <Select
      {...rest}
      error={error}
      required={required}
      clearable={!required}
      searchable
      data={[...data]}
      // the service has searched
      filter={({ options }) => options}
      value={value}
      onChange={(next) => {
        const choice = data.find((candidate) => candidate.value === next) ?? null;
        setPicked(choice);
        onChange(choice?.value ?? null, choice?.label ?? null);
      }}
      onSearchChange={setTyped}
      nothingFoundMessage={
        query.isError
          ? "The list could not be loaded"
          : query.isFetching
            ? "Searching…"
            : "Nothing found"
      }
    />
  );
}
