import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Pages, type Selection, useTypedParameter } from "../ui/index.ts";
import type { BoardLine } from "./board-columns.tsx";

interface BoardSelection extends Selection {
  all(): void;
  clear(): void;
}

/** Together what is pressed in one go. */
const pressingMs = 60;
/** What one bulk command takes. */
const maxSelected = 200;

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
  const due = parameters.get("select") === "all" && !pages.isLoading && !pages.isFormer;
  useEffect(() => {
    if (due) all();
    // once for each paste
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due]);
  return { selected, onChange, all, clear: () => setText("") };
}
