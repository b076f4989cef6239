import { useEffect, useState } from "react";
import { useShipmentChanges } from "../live/index.ts";

const litMs = 2_000;

/** Ids of the shipments that somebody has changed in the last two seconds. */
export function useLitRows(): ReadonlySet<string> {
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  useShipmentChanges(({ id }) => setLit((now) => new Set([...now, id])));
  useEffect(() => {
    if (lit.size === 0) return undefined;
    const timer = setTimeout(() => setLit(new Set()), litMs);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}
