import { Button } from "@mantine/core";
import { useState } from "react";
import { actorWords } from "../audit/actor-words.ts";
import { Time } from "../ui/index.ts";
import type { AuditLine } from "./shipment.ts";
import { actionWords, changeWords } from "./trail-words.ts";
import classes from "./shipment.module.css";

const firstShown = 8;

/** Who did what, newest first. */
export function AuditTrail({ lines }: { readonly lines: readonly AuditLine[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, firstShown);
  return (
    <section className={classes.section} aria-label="Audit trail">
      <h2>Audit trail</h2>
      <ul className={classes.trail}>
        {shown.map((line) => (
          <li key={line.id}>
            <div className={classes.trailHead}>
              <strong>{actionWords(line)}</strong> by {actorWords(line.actor)}
              <span className={classes.trailTime}>
                <Time at={line.at} />
              </span>
            </div>
            {changeWords(line).map((phrase) => (
              <div key={phrase} className={classes.phrase}>
                <bdi>{phrase}</bdi>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {lines.length > firstShown && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${String(lines.length)}`}
        </Button>
      )}
    </section>
  );
}
