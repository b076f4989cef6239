import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, LoadingState, StaleBanner } from "./states.tsx";

/** What a query is at: loading, failed, or its data, with a line above that which could not be loaded again. */
export function Loaded<Data>({
  query,
  what,
  rows = 6,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  /** As in `the keys`. */
  readonly what: string;
  readonly rows?: number;
  children(data: NonNullable<Data>): ReactNode;
}) {
  const { data } = query;
  const retry = () => void query.refetch();
  if (data === undefined || data === null) {
    return query.error === null ? (
      <LoadingState rows={rows} label={`Loading ${what}`} />
    ) : (
      <ErrorState error={query.error} retry={retry} />
    );
  }
  return (
    <>
      {query.isError && (
        <StaleBanner retry={retry}>{`Could not load ${what} again: this may be old.`}</StaleBanner>
      )}
      {children(data)}
    </>
  );
}
