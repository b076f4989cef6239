import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isStatus } from "../api/index.ts";
import { PageHeader } from "./page-header.tsx";
import { ErrorState, LoadingState, NotFoundState, StaleBanner } from "./states.tsx";

/** What the screen of one thing gets besides the thing. */
export interface LoadedThing {
  /** To put below the headline: a line when what is shown could not be loaded again, else nothing. */
  readonly stale: ReactNode;
  reload(): void;
}

/** The screen of one thing, at what its query is: loading, failed, not found, or the thing. */
export function LoadedScreen<Data>({
  query,
  needs,
  title,
  what,
  missing,
  rows = 8,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  /** What it cannot be shown without. */
  readonly needs?: UseQueryResult;
  /** The headline until the thing has a better one. */
  readonly title: string;
  /** One word, as in `customer`. */
  readonly what: string;
  /** Why it may not be there. */
  readonly missing?: ReactNode;
  readonly rows?: number;
  children(data: NonNullable<Data>, loaded: LoadedThing): ReactNode;
}) {
  const { data } = query;
  const error = query.error ?? needs?.error ?? null;
  const reload = () => {
    void query.refetch();
    if (needs?.isError === true) void needs.refetch();
  };
  // 400: what stands in the address is no id at all
  if (isStatus(error, 404) || isStatus(error, 400)) {
    return <NotFoundState title={`${capital(what)} not found`}>{missing}</NotFoundState>;
  }
  if (data === undefined || data === null || (needs !== undefined && needs.data === undefined)) {
    return (
      <>
        <PageHeader title={title} />
        {error === null ? (
          <LoadingState rows={rows} label={`Loading the ${what}`} />
        ) : (
          <ErrorState error={error} retry={reload} />
        )}
      </>
    );
  }
  const stale = query.isError ? (
    <StaleBanner retry={reload}>{`This ${what} could not be loaded again.`}</StaleBanner>
  ) : null;
  return children(data, { stale, reload });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
