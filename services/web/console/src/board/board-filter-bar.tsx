import { Button, NativeSelect } from "@mantine/core";
import { shipmentModes, shipmentStatuses } from "@shipment-tracking/domain";
import type { SetURLSearchParams } from "react-router";
import { CustomerPicker } from "../pickers/index.ts";
import { modeWords, SearchField, statusWords } from "../ui/index.ts";
import classes from "./board.module.css";
import { type BoardFilters, isFiltered } from "./views.ts";

/** Less than from one key to the next of most people: the list follows while they type, and what they have typed on is asked for no more. */
const typingMs = 60;
// what was selected may not be shown any more
const aboutRows = ["sel", "select"];

export function BoardFilterBar({
  filters,
  setParameters,
}: {
  readonly filters: BoardFilters;
  readonly setParameters: SetURLSearchParams;
}) {
  const set = (name: string, value: string | null) =>
    setParameters((now) => changed(now, name, value), { preventScrollReset: true });
  return (
    <search className={classes.bar}>
      <SearchField
        label="Search shipments"
        placeholder="Search, or paste up to 50 numbers"
        className={classes.search}
        drops={aboutRows}
        delayMs={typingMs}
      />
      <NativeSelect
        aria-label="Status"
        value={filters.status ?? ""}
        onChange={(event) => set("status", event.currentTarget.value)}
        data={[
          { value: "", label: "Every status" },
          ...shipmentStatuses.map((value) => ({ value, label: statusWords[value] })),
        ]}
      />
      <NativeSelect
        aria-label="Mode"
        value={filters.mode ?? ""}
        onChange={(event) => set("mode", event.currentTarget.value)}
        data={[
          { value: "", label: "Every mode" },
          ...shipmentModes.map((value) => ({ value, label: modeWords[value] })),
        ]}
      />
      <CustomerPicker
        label={null}
        aria-label="Customer"
        placeholder="Every customer"
        value={filters.customerId}
        onChange={(id) => set("customerId", id)}
      />
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          onClick={() =>
            setParameters((now) => {
              const view = now.get("view");
              return view === null ? {} : { view };
            })
          }
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

function changed(now: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(now);
  if (value === null || value === "") next.delete(name);
  else next.set(name, value);
  for (const dropped of aboutRows) next.delete(dropped);
  return next;
}
