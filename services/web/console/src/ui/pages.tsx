import { Button } from "@mantine/core";
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import classes from "./pages.module.css";

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list that comes page by page. */
export interface Pages<Item> {
  /** Of all pages so far. */
  readonly items: readonly Item[];
  /** The first page is not there yet. */
  readonly isLoading: boolean;
  /** Null as long as the list, or a former one, can be shown. */
  readonly error: unknown;
  /** It could not be loaded again: shown is how it was. */
  readonly isStale: boolean;
  /** Shown is still the list of the query before. */
  readonly isFormer: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

type LoadPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Item>>;

function pagesOptions<Item>(queryKey: readonly unknown[], load: LoadPage<Item>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined, // as: later ones are texts
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Loads the first page of a list that will probably be wanted in a moment. */
export function usePrefetchPages(): <Item>(
  queryKey: readonly unknown[],
  load: LoadPage<Item>,
) => void {
  const client = useQueryClient();
  return (queryKey, load) => void client.prefetchInfiniteQuery(pagesOptions(queryKey, load));
}

/** Pages by cursor. `queryKey` begins with one of `queryKeys`; while a new query loads, the old list stays. */
export function usePages<Item>(queryKey: readonly unknown[], load: LoadPage<Item>): Pages<Item> {
  const query = useInfiniteQuery({
    ...pagesOptions(queryKey, load),
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  return {
    items,
    isLoading: query.isPending,
    error: query.data === undefined ? query.error : null,
    isStale: query.data !== undefined && query.isError,
    isFormer: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}

/** Below a list: how many are shown, and more of them. */
export function LoadMore({
  pages,
  what,
}: {
  readonly pages: Pages<unknown>;
  /** In plural: `customers`. */
  readonly what: string;
}) {
  const { items, hasMore } = pages;
  if (items.length === 0) return null;
  return (
    <div className={classes.more}>
      <span role="status">
        {String(items.length)} {hasMore ? `${what} shown` : what}
      </span>
      {hasMore && (
        <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
