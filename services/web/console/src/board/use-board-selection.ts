import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { type Pages, type Selection, useTypedParameter } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";

interface BoardSelection extends Selection {
  /** Selects what is shown, up to `maxSelected`. */
  all(): void;
  /** Selects what the list holds, loaded or not, up to `maxSelected`. */
  allFound(): void;
  readonly isLoadingFound: boolean;
  clear(): void;
}

/** Together what is pressed in one go. */
const pressingMs = 60;
/** What one bulk command takes. */
export const maxSelected = 200;

/** The selection is part of the address, as `sel`, so that going back brings it back. `select=all` selects what a paste has found. */
export function useBoardSelection(pages: Pages<BoardLine>): BoardSelection {
  const [parameters] = useSearchParams();
  const [text, setText] = useTypedParameter({
    name: "sel",
    delayMs: pressingMs,
    drops: ["select"],
  });
  const selected = useMemo(() => new Set(text === "" ? [] : text.split(",")), [text]);
  const onChange = (next: ReadonlySet<string>) =>
    setText([...next].slice(0, maxSelected).join(","));
  const all = () => onChange(new Set(pages.items.map((row) => row.id)));
  const found = useAllFound(pages, all);
  const due = parameters.get("select") === "all" && !pages.isLoading && !pages.isFormer;
  useEffect(() => {
    if (due) all();
    // once for each paste
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due]);
  return {
    selected,
    onChange,
    all,
    allFound: found.start,
    isLoadingFound: found.isLoading,
    clear: () => setText(""),
  };
}

/** Loads pages until there are enough of them, or no more, and then selects; another list or a failure ends it. */
function useAllFound(
  pages: Pages<BoardLine>,
  select: () => void,
): { readonly isLoading: boolean; start(): void } {
  const [wanted, setWanted] = useState(false);
  const { items, hasMore, isLoadingMore, isFormer, isStale } = pages;
  const isThere = items.length >= maxSelected || !hasMore;
  useEffect(() => {
    if (!wanted) return;
    if (isFormer || isStale || isThere) setWanted(false);
    if (!isFormer && !isStale && isThere) select();
    else if (!isFormer && !isStale && !isLoadingMore) pages.loadMore();
    // the rest is another with each drawing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, isThere, isLoadingMore, isFormer, isStale]);
  return { isLoading: wanted, start: () => setWanted(true) };
}
