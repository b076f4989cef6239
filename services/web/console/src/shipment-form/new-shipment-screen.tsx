import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api, queryKeys } from "../api/index.ts";
import { say, useCommand } from "../live/index.ts";
import { PageHeader } from "../ui/index.ts";
import { type Save, ShipmentForm } from "./shipment-form.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";
import { bodyOf, emptyValues, isChanged, type Values } from "./values.ts";

interface Creation {
  readonly values: Values;
  readonly how: Save;
}

export function NewShipmentScreen() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [before, setBefore] = useState<Values>(() => ({
    ...emptyValues,
    customerId: parameters.get("customerId"),
  }));
  const [values, setValues] = useState(before);
  const [round, setRound] = useState(0);
  const { blocker, letGo } = useUnsavedGuard(isChanged(values, before));
  const create = useCommand({
    done: "Shipment created",
    changes: [queryKeys.shipments],
    send: ({ values: typed }: Creation, options) =>
      api.POST("/api/shipments", { ...options, body: bodyOf(typed) }),
    onDone: ({ data: { shipment } }, { values: typed, how }) => {
      if (how === "save") {
        letGo();
        void navigate(`/shipments/${shipment.id}`, { replace: true });
        return;
      }
      say(`Created: ${shipment.shipmentNumber}`);
      // the next one often has the same customer, mode and origin
      const next = {
        ...emptyValues,
        mode: typed.mode,
        customerId: typed.customerId,
        origin: typed.origin,
      };
      setBefore(next);
      setValues(next);
      setRound((now) => now + 1);
    },
  });
  return (
    <>
      <PageHeader title="New shipment" />
      <ShipmentForm
        key={round}
        values={values}
        customerName={null}
        isNew
        saving={create.isPending}
        error={create.error}
        onChange={setValues}
        onSave={(how) => create.mutate({ values, how })}
        onCancel={() => void navigate("/")}
      />
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
