import { Button, NativeSelect, TextInput } from "@mantine/core";
import { shipmentModes, shipmentStatuses } from "@shipment-tracking/domain";
import { useDeferredValue, useEffect, useState } from "react";
import type { SetURLSearchParams } from "react-router";
import { CustomerPicker } from "../pickers/index.ts";
import { modeWords, statusWords } from "../ui/index.ts";
import classes from "./board.module.css";
import { type BoardFilters, isFiltered } from "./views.ts";

const typingMs = 120;

export function BoardFilterBar({
  filters,
  setParameters,
}: {
  readonly filters: BoardFilters;
  readonly setParameters: SetURLSearchParams;
}) {
  const [customerName, setCustomerName] = useState<string | null>(null);
  const set = (name: string, value: string | null, replace = false) =>
    setParameters((now) => changed(now, name, value), { replace, preventScrollReset: true });
  return (
    <search className={classes.bar}>
      <SearchField q={filters.q} onSearch={(q) => set("q", q, true)} />
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
        valueLabel={customerName ?? "Chosen customer"}
        onChange={(id, label) => {
          setCustomerName(label);
          set("customerId", id);
        }}
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

/** Keeps what is typed for itself, so that no answer can slow the typing. */
function SearchField({ q, onSearch }: { readonly q: string; onSearch(q: string): void }) {
  const [typed, setTyped] = useState(q);
  const [told, setTold] = useState(q);
  // the address has changed by something else, as the back button
  if (q !== told) {
    setTold(q);
    setTyped(q);
  }
  const wanted = useDeferredValue(typed).trim();
  useEffect(() => {
    if (wanted === told) return undefined;
    const timer = setTimeout(() => {
      setTold(wanted);
      onSearch(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
    // `onSearch` is another with each drawing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, told]);
  return (
    <TextInput
      type="search"
      aria-label="Search shipments"
      placeholder="Number, reference, city, customer, carrier; or paste up to 50 numbers"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      className={classes.search}
    />
  );
}

function changed(now: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(now);
  if (value === null || value === "") next.delete(name);
  else next.set(name, value);
  // what was selected may not be shown any more
  next.delete("sel");
  next.delete("select");
  return next;
}
