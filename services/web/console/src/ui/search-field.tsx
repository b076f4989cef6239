import { TextInput } from "@mantine/core";
import { useTypedParameter } from "./use-typed-parameter.ts";

const typingMs = 120;

/** Searches by the address's `q`, so that a list can be sent to a colleague and the back button returns to it. */
export function SearchField({
  label,
  placeholder,
  className,
  drops,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string | undefined;
  /** Parameters of the address that do not outlive another search. */
  readonly drops?: readonly string[];
}) {
  const [typed, setTyped] = useTypedParameter({
    name: "q",
    delayMs: typingMs,
    ...(drops === undefined ? {} : { drops }),
  });
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      {...(className === undefined ? {} : { className })}
    />
  );
}
