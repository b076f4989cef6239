import type { ReactNode } from "react";
import { LoadMore, type Pages } from "./pages.tsx";
import { ErrorState, LoadingState, StaleBanner } from "./states.tsx";

/** A list that comes page by page, at what it is: loading, failed, or there, with a line above that which could not be loaded again, and more of it below. */
export function Listed({
  pages,
  what,
  rows = 8,
  children,
}: {
  readonly pages: Pages<unknown>;
  /** In plural: `customers`. */
  readonly what: string;
  readonly rows?: number;
  readonly children: ReactNode;
}) {
  if (pages.error !== null) return <ErrorState error={pages.error} retry={pages.reload} />;
  if (pages.isLoading) return <LoadingState rows={rows} label={`Loading ${what}`} />;
  return (
    <>
      {pages.isStale && (
        <StaleBanner retry={pages.reload}>This list may not be up to date.</StaleBanner>
      )}
      {children}
      <LoadMore pages={pages} what={what} />
    </>
  );
}
