import { useLayoutEffect } from "react";

/** Gives the focus back to where it was when a dialog goes, also when the dialog is taken out of the page rather than closed. */
export function useReturnedFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [opened]);
}
