import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import classes from "./secret.module.css";

/** A key or secret that the service shows this once only. */
export function Secret({
  label,
  value,
  children,
}: {
  readonly label: string;
  readonly value: string;
  /** What to do with it. */
  readonly children?: ReactNode;
}) {
  return (
    <section className={classes.secret} aria-label={label}>
      <div className={classes.head}>
        <strong>{label}</strong>
        <span className={classes.once}>Shown only now: keep it where your other secrets are.</span>
      </div>
      <div className={classes.line}>
        <code className={classes.value} data-testid="secret">
          {value}
        </code>
        <CopyButton value={value} label={`Copy: ${label}`}>
          Copy
        </CopyButton>
      </div>
      {children !== undefined && <div className={classes.more}>{children}</div>}
    </section>
  );
}
