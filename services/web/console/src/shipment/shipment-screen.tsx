import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { isStatus } from "../api/index.ts";
import { ErrorState, LoadingState, NotFoundState, PageHeader } from "../ui/index.ts";
import { shipmentQuery } from "./shipment.ts";
import { WholeShipment } from "./whole-shipment.tsx";

export function ShipmentScreen() {
  const { id = "" } = useParams();
  const query = useQuery(shipmentQuery(id));
  const reload = () => void query.refetch();
  if (isStatus(query.error, 404) || isStatus(query.error, 400)) {
    return <NotFoundState title="Shipment not found" />;
  }
  if (query.data === undefined) {
    return (
      <>
        <PageHeader title="Shipment" />
        {query.error === null ? (
          <LoadingState rows={12} label="Loading the shipment" />
        ) : (
          <ErrorState error={query.error} retry={reload} />
        )}
      </>
    );
  }
  // what is typed or open belongs to one shipment
  return <WholeShipment key={id} whole={query.data} stale={query.isError} reload={reload} />;
}
