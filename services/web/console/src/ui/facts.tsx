import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Names and values, one below the other; what is not there is a dash. */
export function Facts({
  items,
  label,
}: {
  readonly items: readonly (readonly [name: string, value: ReactNode])[];
  readonly label?: string;
}) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a screen with a headline. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
