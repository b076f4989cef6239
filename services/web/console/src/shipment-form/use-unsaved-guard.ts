import { useCallback, useEffect, useRef } from "react";
import { type Blocker, useBlocker } from "react-router";

/** Asks before what is typed would be lost: in this page by the returned blocker, when the tab closes by the browser. */
export function useUnsavedGuard(dirty: boolean): {
  readonly blocker: Blocker;
  /** What was typed is saved: the next navigation goes through. */
  letGo(): void;
} {
  const free = useRef(false);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        dirty && !free.current && currentLocation.pathname !== nextLocation.pathname,
      [dirty],
    ),
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
  return {
    blocker,
    letGo: () => {
      free.current = true;
    },
  };
}
