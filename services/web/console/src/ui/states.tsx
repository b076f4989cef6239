import { Button, Skeleton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { ApiError, sentenceFor } from "../api/index.ts";
import { CopyButton } from "./copy-button.tsx";
import { PageHeader } from "./page-header.tsx";
import classes from "./states.module.css";

/** Nothing there yet: says what it would be, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <p className={classes.title}>{title}</p>
      {children !== undefined && <div className={classes.words}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}

const shownAfterMs = 300;

/** Grey lines, after 300 ms: what comes sooner does not flash. */
export function LoadingState({
  rows = 8,
  label = "Loading",
}: {
  readonly rows?: number;
  readonly label?: string;
}) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" role="status" className={classes.loading}>
      {shown && (
        <>
          <span className="st-hidden">{label}</span>
          {Array.from({ length: rows }, (_, index) => (
            <Skeleton key={index} height={18} width={`${String(96 - ((index * 13) % 37))}%`} />
          ))}
        </>
      )}
    </div>
  );
}

/** What went wrong in a sentence, the id by which it can be found, and another try. */
export function ErrorState({
  error,
  retry,
  title = "This could not be loaded",
}: {
  readonly error: unknown;
  readonly retry?: () => void;
  readonly title?: string;
}) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className={classes.state} data-tone="bad">
      <p className={classes.title}>{title}</p>
      <div className={classes.words}>{sentenceFor(error)}</div>
      {requestId !== null && (
        <div className={classes.requestId}>
          Request <code>{requestId}</code>
          <CopyButton value={requestId} label="Copy the request id" />
        </div>
      )}
      {retry !== undefined && (
        <div className={classes.action}>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** The role may not see this. Says who can change it. */
export function ForbiddenState({
  title,
  needs,
}: {
  readonly title: string;
  /** The permission that is missing. */
  readonly needs?: string;
}) {
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.state}>
        <p className={classes.title}>Your role may not see this</p>
        <div className={classes.words}>
          {needs !== undefined && (
            <>
              It needs the permission <code>{needs}</code>.{" "}
            </>
          )}
          An administrator of your company can give you another role.
        </div>
        <div className={classes.action}>
          <Link to="/">Go to the shipments</Link>
        </div>
      </div>
    </>
  );
}

export function NotFoundState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.state}>
        <div className={classes.words}>
          {children ?? "It may have been deleted, or the address is not complete."}
        </div>
        <div className={classes.action}>
          <Link to="/">Go to the shipments</Link>
        </div>
      </div>
    </>
  );
}

/** What is shown is not how things are now. */
export function StaleBanner({
  children,
  retry,
  retryLabel = "Load again",
}: {
  readonly children: ReactNode;
  readonly retry?: () => void;
  readonly retryLabel?: string;
}) {
  return (
    <div role="status" className={classes.banner}>
      <span>{children}</span>
      {retry !== undefined && (
        <Button variant="subtle" size="compact-xs" onClick={retry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
