import type { BoardLine } from "./board-columns.tsx";
import classes from "./board.module.css";
import { numbersOf } from "./views.ts";

const maxNamed = 10;

/** Of several pasted numbers, those that no shipment has. A shipment may have been found by one of its references: then no number is missed. */
export function FoundNote({
  q,
  rows,
  complete,
}: {
  readonly q: string;
  readonly rows: readonly BoardLine[];
  /** All that was found is shown. */
  readonly complete: boolean;
}) {
  const asked = numbersOf(q);
  if (!complete || asked.length < 2 || !asked.every((part) => /\d/.test(part))) return null;
  const known = new Set(rows.map((row) => row.shipmentNumber.toLowerCase()));
  const unmatched = asked.filter((number) => !known.has(number.toLowerCase()));
  const byReference = rows.length - (asked.length - unmatched.length);
  const missing = unmatched.length - byReference;
  return (
    <p role="status" className={classes.note}>
      {String(rows.length)} of {String(asked.length)} numbers found.
      {missing > 0 && byReference <= 0 && (
        <>
          {" "}
          Not found: <strong>{unmatched.slice(0, maxNamed).join(", ")}</strong>
          {unmatched.length > maxNamed && ` and ${String(unmatched.length - maxNamed)} more`}
        </>
      )}
    </p>
  );
}
