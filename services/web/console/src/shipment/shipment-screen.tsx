import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { LoadedScreen } from "../ui/index.ts";
import { shipmentQuery } from "./shipment.ts";
import { WholeShipment } from "./whole-shipment.tsx";

export function ShipmentScreen() {
  const { id = "" } = useParams();
  const query = useQuery(shipmentQuery(id));
  return (
    <LoadedScreen query={query} title="Shipment" what="shipment" rows={12}>
      {(whole, loaded) => (
        // what is typed or open belongs to one shipment
        <WholeShipment key={id} whole={whole} {...loaded} />
      )}
    </LoadedScreen>
  );
}
