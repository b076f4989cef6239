import { type ReactNode, useEffect, useRef } from "react";
import { takeFocusRequest } from "./focus-request.ts";
import classes from "./page-header.module.css";

/** The top of every screen: its one h1, which gets the focus after a navigation, a line below it, and what can be done here on the right. */
export function PageHeader({
  title,
  documentTitle,
  subtitle,
  mark,
  actions,
}: {
  readonly title: ReactNode;
  /** For the browser's tab, when `title` is no text. */
  readonly documentTitle?: string;
  readonly subtitle?: ReactNode;
  /** Beside the title, for example a status. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const tab = documentTitle ?? (typeof title === "string" ? title : null);
  useEffect(() => {
    if (tab !== null) document.title = `${tab} · Shipment tracking`;
  }, [tab]);
  useEffect(() => {
    if (takeFocusRequest()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {mark}
        </div>
        {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
