import { Button } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "../ui/index.ts";
import { type BoardFilters, isFiltered } from "./views.ts";

const nothingIn = {
  late: "Nothing is late",
  exception: "No exceptions",
  today: "Nothing is scheduled for today",
} as const;

/** Says why there is nothing, and what to do next. */
export function BoardEmpty({
  filters,
  mayWrite,
}: {
  readonly filters: BoardFilters;
  readonly mayWrite: boolean;
}) {
  if (filters.q !== "") {
    return (
      <EmptyState title="Nothing found">
        No shipment has “{filters.q.slice(0, 80)}” in its number, references, cities, customer or
        carrier
        {filters.status !== null || filters.mode !== null || filters.customerId !== null
          ? " and fits the other filters"
          : ""}
        .
      </EmptyState>
    );
  }
  if (isFiltered(filters)) {
    return <EmptyState title="No shipment fits">Fewer filters show more.</EmptyState>;
  }
  if (filters.view !== "all") {
    return <EmptyState title={nothingIn[filters.view]} />;
  }
  return (
    <EmptyState
      title="No shipments yet"
      action={
        mayWrite ? (
          <>
            <Button component={Link} to="/shipments/new">
              New shipment
            </Button>{" "}
            <Button variant="default" component={Link} to="/imports">
              Import a file
            </Button>
          </>
        ) : undefined
      }
    >
      Create the first one, or import a file with many.
    </EmptyState>
  );
}
