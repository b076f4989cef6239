import { useLayoutEffect } from "react";

/** The title of the browser's tab: `NW-2026-004217 · Shipment tracking`. Before what `PageHeader` says, which knows more. */
export function useTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title !== null) document.title = `${title} · Shipment tracking`;
  }, [title]);
}
