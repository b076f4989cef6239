import type { ReactNode } from "react";
import { useTitle } from "../app/title.ts";
import classes from "./card.module.css";

/** The frame of the screens before signing in. */
export function SignInCard({
  title,
  children,
  below,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <main className={classes.column}>
        <p className={classes.product}>Shipment tracking</p>
        <div className={classes.card}>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        {below !== undefined && <div className={classes.below}>{below}</div>}
      </main>
    </div>
  );
}
