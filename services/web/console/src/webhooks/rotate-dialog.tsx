import { Button, Modal, NumberInput } from "@mantine/core";
import { useState } from "react";
import { api, queryKeys } from "../api/index.ts";
import { useCommand } from "../live/index.ts";
import { ConfirmDialog, Secret, Time } from "../ui/index.ts";
import type { Endpoint } from "./webhook.ts";
import classes from "./webhooks.module.css";

export function RotateDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  onClose(): void;
}) {
  const [overlapHours, setOverlap] = useState<number | null>(24);
  const rotate = useCommand({
    done: "New secret made",
    changes: [queryKeys.webhooks],
    send: (hours: number, options) =>
      api.POST("/api/webhook-endpoints/{id}/rotate-secret", {
        ...options,
        params: { path: { id: endpoint.id } },
        body: { overlapHours: hours },
      }),
  });
  const made = rotate.data?.data;
  if (made !== undefined) {
    return (
      <Modal
        opened
        onClose={onClose}
        title="New signing secret"
        closeOnClickOutside={false}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Secret label="Signing secret" value={made.secret}>
          Copy it now: it cannot be shown again.
        </Secret>
        {made.previousSecretUntil !== null && (
          <p>
            Until <Time at={made.previousSecretUntil} format="short" /> both secrets sign.
          </p>
        )}
        <div className={classes.actions}>
          <Button onClick={onClose}>Done</Button>
        </div>
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      opened
      title="Make a new signing secret?"
      confirmLabel="Make a new secret"
      pending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => {
        if (overlapHours !== null) rotate.mutate(overlapHours);
      }}
      onClose={onClose}
    >
      <NumberInput
        label="Hours in which both secrets sign"
        description="Time to bring the new one to your receiver; 0: the old one stops at once"
        min={0}
        max={168}
        allowDecimal={false}
        value={overlapHours ?? ""}
        error={overlapHours === null ? "Say how many hours" : null}
        onChange={(value) => setOverlap(typeof value === "number" ? value : null)}
      />
    </ConfirmDialog>
  );
}
