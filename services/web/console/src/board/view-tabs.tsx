import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, queryKeys, read } from "../api/index.ts";
import { useNow } from "../ui/index.ts";
import classes from "./board.module.css";
import { useBoardPrefetch } from "./board-pages.ts";
import { type BoardFilters, readFilters, todayOf, type View, views, viewWords } from "./views.ts";

const countsAreFreshMs = 30_000;

export function ViewTabs({
  filters,
  parameters,
}: {
  readonly filters: BoardFilters;
  readonly parameters: URLSearchParams;
}) {
  const day = new Date(useNow()).toDateString();
  const counts = useViewCounts(day);
  const prefetch = useBoardPrefetch(day);
  // who points at a view is about to choose it
  const prefetchView = (view: View) => () =>
    prefetch(readFilters(new URLSearchParams(searchOf(view, parameters))));
  return (
    <nav className={classes.views} aria-label="Views">
      {views.map((view) => (
        <Link
          key={view}
          to={{ search: searchOf(view, parameters) }}
          onPointerEnter={prefetchView(view)}
          onFocus={prefetchView(view)}
          aria-current={filters.view === view && filters.q === "" ? "page" : undefined}
        >
          {viewWords[view]}
          {counts !== undefined && (
            <span className={`${classes["count"] ?? ""} st-number`}>{counts[view]}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** A view keeps the other filters, but not a search: that looks through everything. */
function searchOf(view: View, parameters: URLSearchParams): string {
  const next = new URLSearchParams(parameters);
  for (const name of ["q", "sel", "select"]) next.delete(name);
  if (view === "all") next.delete("view");
  else next.set("view", view);
  return next.toString();
}

function useViewCounts(day: string): Readonly<Record<View, string>> | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeys.shipments, "counts", day],
    queryFn: async ({ signal }) => {
      const { from, to } = todayOf(new Date(day));
      return read(
        api.GET("/api/shipments/counts", {
          params: { query: { scheduledFrom: from, scheduledTo: to } },
          signal,
        }),
      );
    },
    staleTime: countsAreFreshMs,
  });
  if (data === undefined) return undefined;
  const write = (count: number) =>
    count >= data.cap ? `${data.cap.toLocaleString("en")}+` : count.toLocaleString("en");
  return {
    late: write(data.late),
    exception: write(data.exception),
    today: write(data.today),
    all: write(data.all),
  };
}
