import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Pages, Selection } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";

interface BoardSelection extends Selection {
  all(): void;
  clear(): void;
}

/** The selection is part of the address, as `sel`, so that going back brings it back. `select=all` selects what a paste has found. */
export function useBoardSelection(pages: Pages<BoardLine>): BoardSelection {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get("sel") ?? "";
  const selected = useMemo(() => new Set(text === "" ? [] : text.split(",")), [text]);
  const onChange = (next: ReadonlySet<string>) =>
    setParameters(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.delete("select");
        if (next.size === 0) changed.delete("sel");
        else changed.set("sel", [...next].slice(0, maxSelected).join(","));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const all = () => onChange(new Set(pages.items.map((row) => row.id)));
  const due = parameters.get("select") === "all" && !pages.isLoading && !pages.isStale;
  useEffect(() => {
    if (due) all();
    // once for each paste
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due]);
  return { selected, onChange, all, clear: () => onChange(new Set()) };
}

/** What one bulk command takes. */
const maxSelected = 200;
