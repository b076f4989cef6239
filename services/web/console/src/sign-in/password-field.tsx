import { PasswordInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";

/** A password, with a hint while Caps Lock is on. */
export function PasswordField({
  label,
  name,
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  readonly label: string;
  readonly name: "current-password" | "new-password" | "repeated-password";
  readonly value: string;
  onChange(value: string): void;
  readonly error?: string | null;
  readonly autoFocus?: boolean;
}) {
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <PasswordInput
      label={label}
      name={name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCapsLock(false)}
      description={capsLock ? "Caps Lock is on" : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      error={error}
      autoComplete={name === "current-password" ? name : "new-password"}
      required
      withAsterisk={false}
      autoFocus={autoFocus}
      visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
    />
  );
}
