import { useEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router";

/** What is typed, how it changes, and how to have it in the address at once. */
type TypedParameter = readonly [value: string, set: (value: string) => void, write: () => void];

/**
 * A part of the address that changes faster than the address can follow, as what is typed. It is kept here at once and written there after a moment; what
 * comes into the address otherwise (the back button, a link) is taken over.
 */
export function useTypedParameter({
  name,
  delayMs,
  drops = [],
}: {
  readonly name: string;
  readonly delayMs: number;
  /** Parameters that go with each change, because they were about what was shown before. */
  readonly drops?: readonly string[];
}): TypedParameter {
  const [parameters, setParameters] = useSearchParams();
  const written = parameters.get(name) ?? "";
  const isOwn = useIsOwnChange(name);
  const [value, setValue] = useState(written);
  const [seen, setSeen] = useState(written);
  if (written !== seen) {
    setSeen(written);
    if (!isOwn) setValue(written);
  }
  const wanted = value.trim();
  const change = (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const dropped of [name, ...drops]) next.delete(dropped);
    if (wanted !== "") next.set(name, wanted);
    return next;
  };
  const write = (): void => {
    if (wanted === written) return;
    setParameters(change, { replace: true, preventScrollReset: true, state: { typed: name } });
  };
  useEffect(() => {
    if (wanted === written) return undefined;
    const timer = setTimeout(write, delayMs);
    return () => clearTimeout(timer);
    // the rest is another with each drawing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, written]);
  return [value, setValue, write];
}

/** The address has become as it is by what was typed, and may already be behind it. */
function useIsOwnChange(name: string): boolean {
  // as: whatever a history entry holds
  const { state } = useLocation() as { readonly state: { readonly typed?: unknown } | null };
  return useNavigationType() === NavigationType.Replace && state?.typed === name;
}
