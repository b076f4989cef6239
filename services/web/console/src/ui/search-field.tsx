import { TextInput } from "@mantine/core";
import { useTypedParameter } from "./use-typed-parameter.ts";

const usualDelayMs = 120;

/** Searches by the address's `q`, so that a list can be sent to a colleague and the back button returns to it. */
export function SearchField({
  label,
  placeholder,
  className,
  drops,
  delayMs = usualDelayMs,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
  /** Parameters of the address that do not outlive another search. */
  readonly drops?: readonly string[];
  /** How long nothing has to be typed before it searches; Enter searches at once. */
  readonly delayMs?: number;
}) {
  const [typed, setTyped, search] = useTypedParameter({
    name: "q",
    delayMs,
    ...(drops === undefined ? {} : { drops }),
  });
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) search();
      }}
      {...(className === undefined ? {} : { className })}
    />
  );
}
