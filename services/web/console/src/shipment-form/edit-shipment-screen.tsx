import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { api, isStatus, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { type Shipment, shipmentQuery } from "../shipment/shipment.ts";
import { LoadedScreen, PageHeader, StaleBanner, StatusMark } from "../ui/index.ts";
import { ShipmentForm } from "./shipment-form.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";
import { changesOf, isChanged, type Values, valuesOf } from "./values.ts";

export function EditShipmentScreen() {
  const { id = "" } = useParams();
  const query = useQuery(shipmentQuery(id));
  return (
    <LoadedScreen query={query} title="Edit shipment" what="shipment" rows={10}>
      {({ shipment }, { stale }) => (
        <EditShipment
          key={id}
          shipment={shipment}
          stale={stale}
          reload={async () => (await query.refetch()).data?.shipment ?? null}
        />
      )}
    </LoadedScreen>
  );
}

function EditShipment({
  shipment,
  stale,
  reload,
}: {
  /** As it is now; the form goes on from how it was when it opened. */
  readonly shipment: Shipment;
  readonly stale: ReactNode;
  reload(): Promise<Shipment | null>;
}) {
  const { id } = shipment;
  const navigate = useNavigate();
  const [opened, setOpened] = useState(shipment);
  const before = valuesOf(opened);
  const [values, setValues] = useState(before);
  const { blocker, letGo } = useUnsavedGuard(isChanged(values, before));
  const leave = () => {
    letGo();
    void navigate(`/shipments/${id}`, { replace: true });
  };
  const change = useCommand({
    done: "Shipment changed",
    changes: [queryKeys.shipment(id), queryKeys.shipments],
    send: (typed: Values, options) =>
      api.PATCH("/api/shipments/{id}", {
        ...options,
        params: { path: { id } },
        body: { ...changesOf(typed, before), version: opened.version },
      }),
    onDone: leave,
  });
  const conflict = isStatus(change.error, 409);
  const takeNewest = async () => {
    const newest = await reload();
    if (newest === null) return;
    setValues(mine(values, before, valuesOf(newest)));
    setOpened(newest);
    change.reset();
  };
  return (
    <>
      <PageHeader
        title={`Edit ${opened.shipmentNumber}`}
        mark={<StatusMark status={shipment.status} />}
      />
      {stale}
      <ShipmentForm
        values={values}
        customerName={opened.customerName}
        isNew={false}
        saving={change.isPending}
        error={change.error}
        notice={
          conflict || shipment.version !== opened.version ? (
            <StaleBanner retry={() => void takeNewest()}>
              This shipment has changed since you opened it. Load it again: what you typed is kept,
              the other fields become as they are now.
            </StaleBanner>
          ) : undefined
        }
        onChange={setValues}
        onSave={() => (isChanged(values, before) ? change.mutate(values) : leave())}
        onCancel={() => void navigate(`/shipments/${id}`)}
      />
      <UnsavedDialog blocker={blocker} />
    </>
  );
}

/** The newest values, with what was typed over them. */
function mine(typed: Values, before: Values, newest: Values): Values {
  const changed = Object.keys(typed).filter(
    // as: a key of that very object
    (field) =>
      JSON.stringify(typed[field as keyof Values]) !==
      JSON.stringify(before[field as keyof Values]),
  );
  return {
    ...newest,
    ...Object.fromEntries(Object.entries(typed).filter(([field]) => changed.includes(field))),
  };
}
