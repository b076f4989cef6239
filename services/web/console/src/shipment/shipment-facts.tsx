import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { useSession } from "../app/session.ts";
import { modeWords, Time } from "../ui/index.ts";
import type { Place, Shipment } from "./shipment.ts";
import classes from "./shipment.module.css";

export function ShipmentFacts({ shipment }: { readonly shipment: Shipment }) {
  const session = useSession();
  return (
    <section className={classes.section} aria-label="Details">
      <h2>Details</h2>
      <dl className={classes.facts}>
        <Fact name="Mode">{modeWords[shipment.mode]}</Fact>
        <Fact name="Customer">
          {shipment.customerId === null ? null : session.may("customers:read") ? (
            <Link to={`/customers/${shipment.customerId}`}>{shipment.customerName}</Link>
          ) : (
            shipment.customerName
          )}
        </Fact>
        <Fact name="Carrier">{shipment.carrierName}</Fact>
        <Fact name="Origin">
          <PlaceLines place={shipment.origin} />
        </Fact>
        <Fact name="Pickup">
          <Time at={shipment.pickupScheduledAt} format="short" />
        </Fact>
        <Fact name="Destination">
          <PlaceLines place={shipment.destination} />
        </Fact>
        <Fact name="Delivery">
          <Time at={shipment.deliveryScheduledAt} format="short" />
        </Fact>
        {shipment.references.map((reference, index) => (
          // the same type may be there twice
          <Fact key={index} name={reference.type}>
            <bdi className="st-number">{reference.value}</bdi>
          </Fact>
        ))}
        <Fact name="Created">
          <Time at={shipment.createdAt} format="short" />
        </Fact>
        <Fact name="Changed">
          <Time at={shipment.updatedAt} />
        </Fact>
      </dl>
      {shipment.internalNotes !== null && (
        <div className={classes.notes}>
          <h3>Internal notes</h3>
          <p>
            <bdi>{shipment.internalNotes}</bdi>
          </p>
        </div>
      )}
    </section>
  );
}

function PlaceLines({ place }: { readonly place: Place | null }) {
  if (place === null) return "–";
  const town = [place.countryCode, place.postalCode, place.city].filter((part) => part !== null);
  const lines = [place.addressLine1, town.join(" "), place.timeZone].filter(
    (line) => line !== null,
  );
  return lines.map((line) => (
    <Fragment key={line}>
      <bdi>{line}</bdi>
      <br />
    </Fragment>
  ));
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children ?? "–"}</dd>
    </>
  );
}
